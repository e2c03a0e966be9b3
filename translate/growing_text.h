#pragma once

#include <string>
#include <string_view>

#include "tokenizer/tokenizer.h"

namespace dragoman {

/// The text that tokens add to a prompt, for tokens that become more. Only the last few are decoded
/// again.
class GrowingText {
 public:
  /// `tokenizer` and `prompt` must outlive this object.
  GrowingText(const Tokenizer& tokenizer, const TokenIds& prompt);

  /// Makes text() the text of `tokens`. Returns how many bytes at its beginning were there before.
  /// If the tokens do not continue the previous ones, that may be 0.
  size_t update(const TokenIds& tokens);
  const std::string& text() const { return text_; }
  /// text() without the bytes of an incomplete character at its end.
  std::string_view complete_text() const;

 private:
  void start();
  /// Text that tokens[settled_.size(), end) add.
  std::string added_text(const TokenIds& tokens, size_t end) const;
  /// Settles tokens[settled_.size(), end), unless later tokens may change their text.
  void settle(const TokenIds& tokens, size_t end);

  const Tokenizer& tokenizer_;
  const TokenIds& prompt_;
  TokenIds settled_;          // the tokens whose text is final
  size_t settled_bytes_ = 0;  // of their text
  TokenIds context_;          // tokens before those that are decoded again
  std::string context_text_;
  std::string text_;
};

}  // namespace dragoman
