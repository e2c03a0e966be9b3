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

/// The tokenizers of a model and its limits.
struct TextSides {
  const Tokenizer& source;
  const Tokenizer& target;
  int64_t max_length;  // maximum number of tokens of a source or target, end of sentence included
  const Shortlist* shortlist = nullptr;  // limits the tokens of a translation; null: no limit
  bool knows_placeholders = false;       // the model was trained with data.placeholders

  /// Symbols that stand for protected parts of a text; empty if the model does not know them.
  std::vector<std::string> placeholders() const {
    return knows_placeholders ? placeholder_symbols() : std::vector<std::string>();
  }
};

/// Lines as tasks for the search. Most lines become one task; blank lines none; lines longer than
/// the model's maximum several.
struct EncodedLines {
  std::vector<SearchTask> tasks;
  std::vector<std::vector<std::string>> pieces;  // of each task's source; empty unless wanted
  std::vector<std::vector<int32_t>> words;  // for each of `pieces`, its word in split_words(line)
  std::vector<std::vector<int32_t>>
      target_words;  // the same for the tokens of given translations, to align them; else empty
  std::vector<std::vector<PieceRange>>
      origins;                    // of each task; empty for tasks without inline terms
  std::vector<size_t> num_parts;  // number of tasks of each line
};

/// Turns lines into tasks, with the lengths, forced prefixes, phrases and random keys of the
/// settings.
class LineEncoder {
 public:
  /// Both arguments must outlive this object. Pieces are kept if the settings ask for alignment or
  /// for replacement of unknown tokens.
  LineEncoder(const TextSides& sides, const SearchSettings& settings)
      : sides_(sides), settings_(settings) {}

  /// Encodes requests and adds to `counts`. Throws std::invalid_argument naming a prefix or phrase
  /// that no translation can contain, and for phrases and constraining terms of samples.
  EncodedLines encode(const std::vector<TranslationRequest>& requests,
                      TranslationCounts& counts) const;
  /// Like encode(), with each translation as a complete forced prefix: the search can only follow
  /// it.
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
  void require_known(const TokenIds& ids, const std::string& what, const std::string& text) const;
  TokenIds encode_phrase(const std::string& what, const std::string& phrase) const;
  TokenIds encode_inside(const std::string& phrase) const;
  void add_phrase(const std::string& phrase, TokenIds ids, SearchTask& task) const;
  TokenIds encode_prefix(const TranslationRequest& request) const;
  bool continues_word(const TokenIds& phrase) const;
  int64_t most_tokens(const TokenIds& phrase) const;

  const TextSides& sides_;
  const SearchSettings& settings_;
};

}  // namespace dragoman
