#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/data_settings.h"
#include "data/sentence_pair.h"
#include "tokenizer/letter_case.h"

namespace dragoman {

/// Changes the case of some training pairs: both sides in upper, title or lower case
/// (data.augment), as OpusTrainer's UpperCase and TitleCase do (Nieminen et al. 2023). Case follows
/// the rules of data.source_language and data.target_language.
class TextTransformer {
 public:
  /// `symbols`, such as tags, never change.
  TextTransformer(const DataSettings& settings, std::vector<std::string> symbols);

  /// Returns the changed pair; nullopt if it does not change. Words keep their places, and so do
  /// links. A function of the pair and the key. The key alone decides whether and how a pair
  /// changes.
  std::optional<SentencePair> transform(const SentencePair& pair, uint64_t key) const;

 private:
  std::optional<LetterCase> draw_case(uint64_t key) const;
  std::string change_case(std::string_view text, LetterCase letter_case,
                          const std::string& language) const;
  size_t symbol_length(std::string_view text) const;

  AugmentSettings augment_;
  std::string source_language_, target_language_;
  std::vector<std::string> symbols_;
};

}  // namespace dragoman
