#include "io/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace dragoman {
namespace {

constexpr char32_t kReplacementCharacter = 0xFFFD;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // the same, in UTF-8
constexpr std::array<std::string_view, 4> kLineBreaks = {"\n", "\r", "\xc2\x85", "\xe2\x80\xa8"};

/// Bytes that may follow a first byte: their number, and the range of the first of them. The others
/// must be 80..BF.
struct Continuation {
  size_t count;
  uint8_t low;
  uint8_t high;
};

/// Table 3-7 of the Unicode standard. Count 0: no multi-byte sequence begins with this byte.
Continuation continuation_of(uint8_t first) {
  if (first >= 0xC2 && first <= 0xDF) return {1, 0x80, 0xBF};
  if (first == 0xE0) return {2, 0xA0, 0xBF};
  if (first == 0xED) return {2, 0x80, 0x9F};
  if (first >= 0xE1 && first <= 0xEF) return {2, 0x80, 0xBF};
  if (first == 0xF0) return {3, 0x90, 0xBF};
  if (first >= 0xF1 && first <= 0xF3) return {3, 0x80, 0xBF};
  if (first == 0xF4) return {3, 0x80, 0x8F};
  return {0, 0, 0};
}

/// A complete character, or a maximal part of one.
struct Sequence {
  size_t length;
  bool valid;
  char32_t character;  // if it is complete
};

Sequence sequence_at(std::string_view text, size_t position) {
  const auto first = static_cast<uint8_t>(text[position]);
  if (first < 0x80) return {1, true, first};
  const Continuation expected = continuation_of(first);
  char32_t character = first & (0x3FU >> expected.count);
  size_t length = 1;
  while (length <= expected.count && position + length < text.size()) {
    const auto byte = static_cast<uint8_t>(text[position + length]);
    const uint8_t low = length == 1 ? expected.low : 0x80;
    const uint8_t high = length == 1 ? expected.high : 0xBF;
    if (byte < low || byte > high) break;
    character = character << 6U | (byte & 0x3FU);
    ++length;
  }
  return {length, expected.count > 0 && length == expected.count + 1, character};
}

// Skips eight bytes of ASCII at a time, since most text is mostly ASCII.
size_t skip_ascii(std::string_view text, size_t position) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  for (uint64_t word; position + sizeof(word) <= text.size(); position += sizeof(word)) {
    std::memcpy(&word, text.data() + position, sizeof(word));
    if (word & kHighBits) break;
  }
  return position;
}

/// Returns the length of the longest valid prefix of `text`.
size_t valid_length(std::string_view text) {
  size_t position = 0;
  while ((position = skip_ascii(text, position)) < text.size()) {
    const Sequence sequence = sequence_at(text, position);
    if (!sequence.valid) return position;
    position += sequence.length;
  }
  return text.size();
}

}  // namespace

bool is_valid_utf8(std::string_view text) { return valid_length(text) == text.size(); }

std::string replace_invalid_utf8(std::string_view text) {
  std::string result;
  while (true) {
    const size_t length = valid_length(text);
    result += text.substr(0, length);
    if (length == text.size()) return result;
    result += kReplacement;
    text.remove_prefix(length + sequence_at(text, length).length);
  }
}

std::string without_line_breaks(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto starts = [&](std::string_view line_break) { return text.starts_with(line_break); };
    const auto* found = std::find_if(kLineBreaks.begin(), kLineBreaks.end(), starts);
    const bool is_break = found != kLineBreaks.end();
    result += is_break ? ' ' : text.front();
    text.remove_prefix(is_break ? found->size() : 1);
  }
  return result;
}

size_t count_characters(std::string_view text) {
  return text.size() -
         static_cast<size_t>(std::count_if(text.begin(), text.end(), continues_character));
}

char32_t next_other_character(std::string_view text, size_t& at) {
  const Sequence sequence = sequence_at(text, at);
  at += sequence.length;
  return sequence.valid ? sequence.character : kReplacementCharacter;
}

std::vector<size_t> character_bounds(std::string_view text) {
  std::vector<size_t> bounds;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!continues_character(text[at])) bounds.push_back(at);
  }
  bounds.push_back(text.size());
  return bounds;
}

}  // namespace dragoman
