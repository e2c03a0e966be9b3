#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// The tokens of a line, and buffers for their text if a tokeniser changes the line. Reused from
/// line to line, so that no memory is allocated.
struct Tokens {
  std::vector<std::string_view> views;
  std::string text;
  std::string line;     // a copy of the line, if nobody else stores it
  std::string lowered;  // the line in lower case, if a metric needs it
};

/// Splits a line into tokens, which replace the tokens in `tokens`. They point into the line or
/// into `tokens.text`.
using Tokenize = std::function<void(std::string_view line, Tokens& tokens)>;

/// Returns the tokens with a space behind each.
std::string join_tokens(const std::vector<std::string_view>& tokens);

/// Replaces the XML entities of the four characters " & < >, in this order. Thus "&amp;lt;" becomes
/// "<", but "&amp;quot;" becomes "&quot;".
void unescape_entities(std::string& text);

}  // namespace dragoman
