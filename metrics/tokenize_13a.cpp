#include "metrics/tokenize_13a.h"

#include "metrics/python_text.h"

namespace dragoman {
namespace {

// Everything below works on bytes: the characters that the rules name are ASCII, and a rule that
// says "not a digit" is met by any byte of a longer character.

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_period_or_comma(char c) { return c == '.' || c == ','; }

/// ASCII punctuation but the apostrophe, period, comma and dash; and the space.
bool stands_alone(char c) {
  return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

void unescape_entities(std::string& text) {
  // The order matters: "&amp;lt;" becomes "<", but "&amp;quot;" only "&quot;".
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
}

std::string separate_punctuation(const std::string& text) {
  std::string result;
  result.reserve(2 * text.size());
  for (const char c : text) {
    if (stands_alone(c)) {
      result += {' ', c, ' '};
    } else {
      result += c;
    }
  }
  return result;
}

/// Puts spaces around the bytes of each pair that `matches`, from left to right: a byte belongs to
/// one pair at most, which is what makes "a.." and ".,a" come out as they do.
template <class Matches>
std::string separate_pairs(const std::string& text, std::string_view before, std::string_view after,
                           Matches matches) {
  std::string result;
  result.reserve(text.size() + text.size() / 2);
  size_t at = 0;
  while (at + 1 < text.size()) {
    if (matches(text[at], text[at + 1])) {
      result.append(before).append({text[at], ' ', text[at + 1]}).append(after);
      at += 2;
    } else {
      result += text[at++];
    }
  }
  return result.append(text, at);
}

std::string join(const std::vector<std::string_view>& parts) {
  std::string result;
  for (const std::string_view part : parts) {
    result.append(result.empty() ? "" : " ").append(part);
  }
  return result;
}

}  // namespace

std::string tokenize_13a(std::string_view line) {
  std::string text(line);
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "\n", " ");
  unescape_entities(text);

  text = separate_punctuation(" " + text + " ");
  text = separate_pairs(text, "", " ",
                        [](char a, char b) { return !is_digit(a) && is_period_or_comma(b); });
  text = separate_pairs(text, " ", "",
                        [](char a, char b) { return is_period_or_comma(a) && !is_digit(b); });
  text = separate_pairs(text, "", " ", [](char a, char b) { return is_digit(a) && b == '-'; });
  return join(python_split(text));
}

}  // namespace dragoman
