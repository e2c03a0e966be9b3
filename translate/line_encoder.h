#pragma once

#include <string>
#include <vector>

#include "alignment/shortlist.h"
#include "data/placeholder_symbols.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"
#include "tokenizer/tokenizer.h"
#include "translate/inline_source.h"
#include "translate/line_splitter.h"
#include "translate/translation.h"
#include "translate/translator.h"

namespace dragoman {

/// The text side of a model.
struct TextSides {
  const Tokenizer& source;
  const Tokenizer& target;
  int64_t max_length;  // most tokens of a sentence on either side, end of sentence included
  const Shortlist* shortlist = nullptr;  // which tokens a sentence's translation may have; or any
  bool knows_placeholders = false;       // the model was trained with data.placeholders

  /// What stands for parts that stay as they are; none if the model does not know it.
  std::vector<std::string> placeholders() const {
    return knows_placeholders ? placeholder_symbols() : std::vector<std::string>();
  }
};

/// Lines as tasks for a search. Most lines are one, blank lines none; one that is longer than the
/// model takes is several.
struct EncodedLines {
  std::vector<SearchTask> tasks;
  std::vector<std::vector<std::string>> pieces;  // of each task's source, if they are wanted
  std::vector<std::vector<PieceRange>> origins;  // of each task with inline terms; or empty
  std::vector<size_t> num_parts;                 // of each line
};

/// Turns lines into tasks, as the settings say: lengths, forced prefixes, phrases, random keys.
class LineEncoder {
 public:
  /// Pieces are wanted where translations are aligned.
  LineEncoder(const TextSides& sides, const SearchSettings& settings)
      : sides_(sides), settings_(settings) {}

  /// Adds to `counts`. Throws std::invalid_argument for prefixes and phrases that no translation
  /// can have, naming them.
  EncodedLines encode(const std::vector<TranslationRequest>& requests,
                      TranslationCounts& counts) const;
  /// As encode, with translations as prefixes that end: the search can only follow them.
  EncodedLines encode_pairs(const std::vector<std::string>& lines,
                            const std::vector<std::string>& translations,
                            TranslationCounts& counts) const;

 private:
  std::vector<EncodedText> encode_source(const std::string& text, TranslationCounts& counts) const;
  SearchTask make_task(TokenIds source) const;
  void add_wishes(const TranslationRequest& request, SearchTask& task) const;
  void add_terms(const TranslationRequest& request, const EncodedText& part,
                 SearchTask& task) const;
  InlineSource with_terms(EncodedText part, const TranslationRequest& request) const;
  void add_candidates(const std::vector<std::string>& inline_terms, SearchTask& task) const;
  TokenIds encode_phrase(const std::string& phrase) const;

  const TextSides& sides_;
  const SearchSettings& settings_;
};

}  // namespace dragoman
