#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// The tokens of a line, and room for the text that they point into where a tokeniser changes the
/// line's own. Used again for line after line, so that no memory is asked for.
struct Tokens {
  std::vector<std::string_view> views;
  std::string text;
  std::string line;     // a line of theirs, where nobody else has it
  std::string lowered;  // the line in lower case, where a metric asks for it
};

/// Divides a line into tokens, which replace those of `tokens` and point into the line or into
/// `tokens.text`.
using Tokenize = std::function<void(std::string_view line, Tokens& tokens)>;

/// Replaces each `from` in `text`, from left to right.
void replace_all(std::string& text, std::string_view from, std::string_view to);

/// Replaces the XML entities of the four characters " & < >, in this order: "&amp;lt;" becomes "<",
/// but "&amp;quot;" only "&quot;".
void unescape_entities(std::string& text);

}  // namespace dragoman
