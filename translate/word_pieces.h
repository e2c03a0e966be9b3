#pragma once

#include <memory>
#include <mutex>
#include <string_view>

#include "search/word_tokens.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// True if the piece's first character continues the word of the piece before it.
bool begins_in_word(std::string_view piece);

/// The WordTokens of a vocabulary, made at the first call. Thread-safe.
class WordPieces {
 public:
  /// The tokenizer must outlive this object.
  explicit WordPieces(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {}

  const WordTokens& get() const;

 private:
  const Tokenizer& tokenizer_;
  mutable std::once_flag made_;
  mutable WordTokens tokens_;
};

}  // namespace dragoman
