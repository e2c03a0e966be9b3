#include "translate/word_pieces.h"

#include <unicode/uchar.h>

#include "markup/characters.h"

namespace dragoman {
namespace {

/// False for Hangul: particles follow a Korean word, and a foreign one, without a space. The search
/// cannot tell them from the rest of a longer word.
bool is_of_word(char32_t of_piece) {
  const auto character = static_cast<UChar32>(of_piece);
  if (u_getIntPropertyValue(character, UCHAR_HANGUL_SYLLABLE_TYPE) != U_HST_NOT_APPLICABLE)
    return false;
  switch (u_getIntPropertyValue(character, UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER:
    case U_WB_HEBREW_LETTER:
    case U_WB_NUMERIC:
    case U_WB_EXTENDNUMLET:
    case U_WB_EXTEND:
    case U_WB_FORMAT:
      return true;
    default:
      return false;
  }
}

/// SentencePiece's byte pieces, such as <0xC3>; an ASCII character has its own piece anyway.
bool is_byte(std::string_view piece) {
  return piece.size() == 6 && piece.starts_with("<0x") && piece.ends_with('>');
}

bool ends_in_word(std::string_view piece) {
  return is_byte(piece) || is_of_word(last_character(piece));
}

}  // namespace

bool begins_in_word(std::string_view piece) {
  return is_byte(piece) || is_of_word(first_character(piece));
}

const WordTokens& WordPieces::get() const {
  std::call_once(made_, [this] {
    for (const std::string& piece : tokenizer_.tokens()) {
      tokens_.begins_in_word.push_back(begins_in_word(piece));
      tokens_.ends_in_word.push_back(ends_in_word(piece));
    }
    tokens_.begins_in_word[tokenizer_.eos_id()] = false;
  });
  return tokens_;
}

}  // namespace dragoman
