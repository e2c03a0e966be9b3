#include "markup/text_tokens.h"

#include <unicode/uchar.h>

#include <string>

#include "io/ascii.h"
#include "io/utf8.h"
#include "markup/characters.h"

namespace dragoman {
namespace {

enum class CharacterClass { kSpace, kInWord, kKatakana, kFlagHalf, kMark, kAlone };

constexpr char32_t kJoiner = 0x200D;  // joins emoji, which are symbols

CharacterClass class_of_ascii(char32_t c) {
  if (c == ' ' || (c >= '\t' && c <= '\r')) return CharacterClass::kSpace;
  return is_ascii_alphanumeric(c) || c == '_' ? CharacterClass::kInWord : CharacterClass::kAlone;
}

CharacterClass class_of(char32_t character) {
  if (character < 0x80) return class_of_ascii(character);
  const auto c = static_cast<UChar32>(character);
  if (u_isUWhiteSpace(c)) return CharacterClass::kSpace;
  const uint32_t mask = U_GET_GC_MASK(c);
  // Joiners and other characters without width belong to the preceding character, like accents. So
  // do colours of emoji, and the sound marks of narrow katakana.
  if ((mask & (U_GC_M_MASK | U_GC_CF_MASK)) != 0 ||
      u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK) == U_GCB_EXTEND)
    return CharacterClass::kMark;
  if (u_getIntPropertyValue(c, UCHAR_WORD_BREAK) == U_WB_KATAKANA) return CharacterClass::kKatakana;
  if (u_hasBinaryProperty(c, UCHAR_REGIONAL_INDICATOR)) return CharacterClass::kFlagHalf;
  if (needs_no_space(character)) return CharacterClass::kAlone;
  const bool is_in_word = (mask & (U_GC_L_MASK | U_GC_N_MASK | U_GC_PC_MASK)) != 0;
  return is_in_word ? CharacterClass::kInWord : CharacterClass::kAlone;
}

/// True if a character of class `now` belongs to the token before it. `last`: the character before.
bool goes_on(CharacterClass before, char32_t last, CharacterClass now, char32_t character) {
  if (before == CharacterClass::kSpace) return false;
  if (now == CharacterClass::kMark) return true;
  if (last == kJoiner && (U_GET_GC_MASK(static_cast<UChar32>(character)) & U_GC_S_MASK) != 0)
    return true;
  return now == before && now != CharacterClass::kAlone;
}

}  // namespace

std::vector<ByteSpan> text_tokens(std::string_view text) {
  std::vector<ByteSpan> tokens;
  CharacterClass before = CharacterClass::kSpace;
  char32_t last = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t character = next_character(text, at);
    const CharacterClass now = class_of(character);
    if (goes_on(before, last, now, character)) {
      tokens.back().end = at;
      // Two halves are a flag.
      if (now == CharacterClass::kFlagHalf) before = CharacterClass::kAlone;
    } else {
      if (now != CharacterClass::kSpace) tokens.push_back({begin, at});
      before = now == CharacterClass::kMark ? CharacterClass::kInWord : now;
    }
    last = character;
  }
  return tokens;
}

bool is_one_token(std::string_view before, std::string_view after) {
  const size_t begin = before.empty() ? 0 : character_begin(before, before.size() - 1);
  size_t end = 0;
  if (!after.empty()) next_character(after, end);
  const std::string_view last = before.substr(begin), first = after.substr(0, end);
  const size_t apart = text_tokens(last).size() + text_tokens(first).size();
  return text_tokens(std::string(last).append(first)).size() < apart;
}

bool is_word(std::string_view token) {
  if (token.empty()) return false;
  size_t at = 0;
  const uint32_t mask = U_GET_GC_MASK(next_character(token, at));
  return (mask & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0;
}

bool begins_with_letter(std::string_view token) {
  return is_letter_with_spaces(first_character(token));
}

bool ends_with_letter(std::string_view token) {
  bool is_letter = false;
  for (size_t at = 0; at < token.size();) {
    const char32_t c = next_character(token, at);
    if (class_of(c) != CharacterClass::kMark) is_letter = is_letter_with_spaces(c);
  }
  return is_letter;
}

}  // namespace dragoman
