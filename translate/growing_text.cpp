#include "translate/growing_text.h"

#include <algorithm>

namespace dragoman {
namespace {

/// Number of last tokens that are not settled: as many as a character may have bytes.
constexpr size_t kOpenTokens = 4;

/// Returns `text` without the bytes of an incomplete character at its end: the tokenizer writes
/// U+FFFD for each, and a character that lacks its end has three at most.
std::string_view complete_characters(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  for (int i = 0; i < 3 && text.ends_with(kReplacement); ++i)
    text.remove_suffix(kReplacement.size());
  return text;
}

bool begins_with(const TokenIds& tokens, const TokenIds& beginning) {
  return tokens.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), tokens.begin());
}

}  // namespace

GrowingText::GrowingText(const Tokenizer& tokenizer, const TokenIds& prompt)
    : tokenizer_(tokenizer), prompt_(prompt) {
  start();
}

void GrowingText::start() {
  settled_.clear();
  settled_bytes_ = 0;
  context_ = prompt_;
  context_text_ = tokenizer_.decode(context_);
}

size_t GrowingText::update(const TokenIds& tokens) {
  if (!begins_with(tokens, settled_)) start();
  const size_t known = settled_bytes_;
  text_.resize(known);
  text_ += added_text(tokens, tokens.size());
  if (tokens.size() >= settled_.size() + 2 * kOpenTokens)
    settle(tokens, tokens.size() - kOpenTokens);
  return known;
}

std::string_view GrowingText::complete_text() const { return complete_characters(text_); }

std::string GrowingText::added_text(const TokenIds& tokens, size_t end) const {
  const auto first = tokens.begin() + std::ssize(settled_), last = tokens.begin() + end;
  TokenIds all = context_;
  all.insert(all.end(), first, last);
  const std::string text = tokenizer_.decode(all);
  return text.starts_with(context_text_) ? text.substr(context_text_.size())
                                         : tokenizer_.decode({first, last});
}

// Without any text before it, the next token would lose its space.
void GrowingText::settle(const TokenIds& tokens, size_t end) {
  const std::string added = added_text(tokens, end);
  const TokenIds context(tokens.begin() + std::ssize(settled_), tokens.begin() + end);
  const std::string context_text = tokenizer_.decode(context);
  if (context_text.empty() || complete_characters(added).size() < added.size()) return;
  settled_.insert(settled_.end(), context.begin(), context.end());
  settled_bytes_ += added.size();
  context_ = context;
  context_text_ = context_text;
}

}  // namespace dragoman
