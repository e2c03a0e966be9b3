#include "metrics/python_text.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "io/ascii.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

bool is_ascii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; });
}

/// ICU's lengths have 32 bits.
int32_t checked_length(std::string_view text) {
  if (text.size() > std::numeric_limits<int32_t>::max()) {
    throw std::runtime_error("a segment of " + std::to_string(text.size()) +
                             " bytes is too long to be lower-cased: divide it");
  }
  return static_cast<int32_t>(text.size());
}

}  // namespace

std::string_view python_rstrip(std::string_view text) {
  while (!text.empty()) {
    const size_t last = character_begin(text, text.size() - 1);
    size_t at = last;
    if (!is_python_space(next_character(text, at))) break;
    text.remove_suffix(text.size() - last);
  }
  return text;
}

std::string_view python_lstrip(std::string_view text) {
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); begin = at) {
    if (!is_python_space(next_character(text, at))) break;
  }
  return text.substr(begin);
}

void python_split(std::string_view text, std::vector<std::string_view>& parts) {
  size_t part_begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    if (!is_python_space(next_character(text, at))) continue;
    if (begin > part_begin) parts.push_back(text.substr(part_begin, begin - part_begin));
    part_begin = at;
  }
  if (part_begin < text.size()) parts.push_back(text.substr(part_begin));
}

std::string python_lower(std::string_view text) {
  if (is_ascii(text)) return to_ascii_lowercase(text);
  std::string lower;
  const icu::StringPiece piece(text.data(), checked_length(text));
  icu::StringByteSink<std::string> sink(&lower, piece.length());
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, piece, sink, nullptr, status);
  if (U_FAILURE(status)) {
    throw std::runtime_error("cannot lower-case a segment of " + std::to_string(text.size()) +
                             " bytes: ICU says " + u_errorName(status));
  }
  return lower;
}

std::string python_repr(double number) {
  std::array<char, 32> buffer;
  const auto end =
      std::to_chars(buffer.begin(), buffer.end(), number, std::chars_format::scientific);
  const std::string scientific(buffer.begin(), end.ptr);
  const size_t e = scientific.find('e');
  const int exponent = std::stoi(scientific.substr(e + 1));
  if (exponent < -4 || exponent >= 16) return scientific;
  std::array<char, 64> fixed;
  const auto fixed_end =
      std::to_chars(fixed.begin(), fixed.end(), number, std::chars_format::fixed);
  std::string result(fixed.begin(), fixed_end.ptr);
  return result.find('.') == std::string::npos ? result + ".0" : result;
}

std::string python_fixed(double number, int decimals) {
  constexpr size_t kMostDigits = 310;  // before the point, with the sign
  std::string text(kMostDigits + 1 + static_cast<size_t>(std::max(decimals, 0)), '\0');
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number,
                                 std::chars_format::fixed, decimals);
  text.resize(static_cast<size_t>(end.ptr - text.data()));
  return text;
}

}  // namespace dragoman
