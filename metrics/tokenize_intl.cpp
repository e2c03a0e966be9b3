#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <array>

#include "io/utf8.h"
#include "metrics/bleu_tokenizer.h"
#include "metrics/python_text.h"

namespace dragoman {
namespace {

bool is_number(char32_t character) {
  return (U_GET_GC_MASK(static_cast<UChar32>(character)) & U_GC_N_MASK) != 0;
}

bool is_punctuation(char32_t character) {
  return (U_GET_GC_MASK(static_cast<UChar32>(character)) & U_GC_P_MASK) != 0;
}

bool is_symbol(char32_t character) {
  return (U_GET_GC_MASK(static_cast<UChar32>(character)) & U_GC_S_MASK) != 0;
}

using Text = std::u32string;

/// Passes each pair of characters that `matches` to `replace`, from left to right. Pairs do not
/// overlap.
template <class Matches, class Replace>
Text replace_pairs(const Text& text, Matches matches, Replace replace) {
  Text result;
  result.reserve(2 * text.size());
  size_t at = 0;
  while (at + 1 < text.size()) {
    if (matches(text[at], text[at + 1])) {
      replace(result, text[at], text[at + 1]);
      at += 2;
    } else {
      result += text[at++];
    }
  }
  return result.append(text, at);
}

Text separate_punctuation(Text text) {
  text = replace_pairs(
      text, [](char32_t a, char32_t b) { return !is_number(a) && is_punctuation(b); },
      [](Text& result, char32_t a, char32_t b) {
        result += {a, ' ', b, ' '};
      });
  return replace_pairs(
      text, [](char32_t a, char32_t b) { return is_punctuation(a) && !is_number(b); },
      [](Text& result, char32_t a, char32_t b) {
        result += {' ', a, ' ', b};
      });
}

void append_utf8(char32_t character, std::string& text) {
  std::array<char, U8_MAX_LENGTH> bytes;
  int32_t length = 0;
  U8_APPEND_UNSAFE(bytes.data(), length, static_cast<UChar32>(character));
  text.append(bytes.data(), static_cast<size_t>(length));
}

}  // namespace

void tokenize_intl(std::string_view line, Tokens& tokens) {
  Text characters;
  characters.reserve(line.size());
  for (size_t at = 0; at < line.size();) characters += next_character(line, at);

  tokens.text.clear();
  for (const char32_t character : separate_punctuation(std::move(characters))) {
    const bool stands_alone = is_symbol(character);
    if (stands_alone) tokens.text += ' ';
    append_utf8(character, tokens.text);
    if (stands_alone) tokens.text += ' ';
  }
  tokens.views.clear();
  python_split(tokens.text, tokens.views);
}

}  // namespace dragoman
