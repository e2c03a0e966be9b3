#pragma once

#include <string>
#include <string_view>

// Characters of ASCII, whatever the locale: bytes and characters beyond ASCII are none of these.

namespace dragoman {

constexpr bool is_ascii_digit(auto c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_upper(auto c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_ascii_lower(auto c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_ascii_letter(auto c) { return is_ascii_upper(c) || is_ascii_lower(c); }
constexpr bool is_ascii_alphanumeric(auto c) { return is_ascii_letter(c) || is_ascii_digit(c); }

/// Returns `text` with the letters of ASCII in lower case.
inline std::string to_ascii_lowercase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (is_ascii_upper(c)) c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// Returns `text` with the letters of ASCII in upper case.
inline std::string to_ascii_uppercase(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (is_ascii_lower(c)) c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

}  // namespace dragoman
