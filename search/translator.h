#pragma once

#include <string>
#include <vector>

#include "model/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// What a Translator works with; all of it must outlive the Translator.
struct TranslatorParts {
  StepModel& model;
  const Tokenizer& source_tokenizer;
  const Tokenizer& target_tokenizer;
  int64_t max_length;  // most tokens of a sentence on either side, end of sentence included
};

/// What translating some lines was like.
struct TranslationCounts {
  int64_t lines = 0;
  int64_t source_tokens = 0;
  int64_t target_tokens = 0;
  std::vector<size_t>
      split_lines;  // positions of lines that were too long and were translated in parts
  std::vector<size_t> repaired_lines;  // positions of lines with invalid UTF-8, which was replaced
};

/// Raw text in, raw text out, one line for each line, in order. The one way to translate:
/// `translate`, `evaluate` and the validation of training all use it.
class Translator {
 public:
  Translator(const TranslatorParts& parts, const SearchSettings& settings)
      : parts_(parts), settings_(settings) {}

  /// Translations of `lines`, in the same order. A blank line gives an empty one. Adds to `counts`.
  std::vector<std::string> translate(const std::vector<std::string>& lines,
                                     TranslationCounts& counts);

 private:
  std::vector<Hypothesis> search(const std::vector<TokenIds>& sources);
  std::vector<Hypothesis> search_batch(const std::vector<TokenIds>& sources,
                                       const std::vector<uint32_t>& indices);
  SourceBatch make_source_batch(const std::vector<TokenIds>& sources,
                                const std::vector<uint32_t>& indices) const;

  TranslatorParts parts_;
  SearchSettings settings_;
};

}  // namespace dragoman
