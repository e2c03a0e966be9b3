#pragma once

#include <array>
#include <utility>

#include "io/settings.h"

namespace dragoman {

enum class TokenizerType { kBpe, kUnigram, kChar, kNone };
constexpr auto enum_names(TokenizerType) {
  return std::array{
      std::pair{TokenizerType::kBpe, "bpe"}, std::pair{TokenizerType::kUnigram, "unigram"},
      std::pair{TokenizerType::kChar, "char"}, std::pair{TokenizerType::kNone, "none"}};
}

enum class Normalization { kNmtNfkc, kNfkc, kIdentity };
constexpr auto enum_names(Normalization) {
  return std::array{std::pair{Normalization::kNmtNfkc, "nmt_nfkc"},
                    std::pair{Normalization::kNfkc, "nfkc"},
                    std::pair{Normalization::kIdentity, "identity"}};
}

/// Source of the tokens' ids.
enum class VocabularyKind { kSentencePiece, kShared, kSeparate };
constexpr auto enum_names(VocabularyKind) {
  return std::array{std::pair{VocabularyKind::kSentencePiece, "sentencepiece"},
                    std::pair{VocabularyKind::kShared, "shared"},
                    std::pair{VocabularyKind::kSeparate, "separate"}};
}

#define DRAGOMAN_TOKENIZER_SETTINGS(FIELD)                                                       \
  FIELD(TokenizerType, type, TokenizerType::kBpe, any_value(),                                   \
        "How text becomes tokens; none: the text is tokenised already, tokens are separated by " \
        "spaces.")                                                                               \
  FIELD(int64_t, vocabulary_size, 8000, between(4, 2147483647),                                  \
        "Tokens in the vocabulary, including end of sentence, unknown and padding; with type "   \
        "char and keep_whitespace an upper limit, since the text's characters decide.")          \
  FIELD(bool, shared, true, any_value(),                                                         \
        "One vocabulary for both languages; false: one for each.")                               \
  FIELD(bool, lowercase, false, any_value(), "Lower-case all text before it is tokenised.")      \
  FIELD(Normalization, normalization, Normalization::kNmtNfkc, any_value(),                      \
        "Unicode normalisation before tokenising (type none always keeps the text as it is).")   \
  FIELD(bool, keep_whitespace, false, any_value(),                                               \
        "Keep the text as it is, white space too (no normalisation, no space put before it), "   \
        "and make the line feed a token; data.layout stream needs it.")                          \
  FIELD(bool, byte_fallback, false, any_value(),                                                 \
        "Spell characters outside the vocabulary as bytes (256 tokens more).")                   \
  FIELD(double, character_coverage, 0.9999, between(0.98, 1),                                    \
        "Share of the training text's characters that the vocabulary must cover.")               \
  FIELD(std::vector<std::string>, user_symbols, {}, any_value(),                                 \
        "Tags that are always one token, such as <2de>.")                                        \
  FIELD(int64_t, training_lines, 2000000, at_least(1),                                           \
        "Maximal number of lines, drawn evenly, to train the tokenizer on.")                     \
  FIELD(std::string, model, "", any_value(),                                                     \
        "A SentencePiece model to use instead of training one (both languages, or the source).") \
  FIELD(std::string, target_model, "", any_value(),                                              \
        "The same for the target language, where shared is false.")                              \
  FIELD(std::string, from, "", any_value(),                                                      \
        "Model folder whose tokenizer is used, with all its settings; a language model uses "    \
        "the target's tokenizer.")                                                               \
  FIELD(VocabularyKind, vocabulary, VocabularyKind::kSentencePiece, any_value(),                 \
        "Where ids come from: the SentencePiece models, or files beside them, as in imported "   \
        "models: vocabulary.json (shared), or vocabulary.source.json and "                       \
        "vocabulary.target.json (separate).")

/// Settings for converting raw text to token ids.
struct TokenizerSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_TOKENIZER_SETTINGS)
};

}  // namespace dragoman
