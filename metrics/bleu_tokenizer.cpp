#include "metrics/bleu_tokenizer.h"

#include <array>
#include <stdexcept>

#include "io/text_edits.h"
#include "io/utf8.h"
#include "metrics/character_range.h"
#include "metrics/python_text.h"
#include "metrics/split_punctuation.h"

namespace dragoman {
namespace {

/// Chinese characters as sacreBLEU 2.6.0 defines them. Its list tries to name the extensions beyond
/// U+FFFF too, but the notation yields two other ranges: the first and the last of this list.
constexpr std::array<CharacterRange, 18> kChineseRanges = {{
    {0x2001, 0x2A6D},  // includes spaces, dashes, arrows, symbols
    {0x2E80, 0x2EFF},  // radicals
    {0x2F00, 0x2FDF},  // Kangxi radicals
    {0x2F81, 0x2FA1},
    {0x2FF0, 0x2FFF},  // character structure
    {0x3000, 0x303F},  // punctuation
    {0x3100, 0x312F},  // phonetic symbols
    {0x31A0, 0x31BF},
    {0x31C0, 0x31EF},  // strokes
    {0x3200, 0x33FF},  // enclosed letters and months, compatibility
    {0x3400, 0x4DB5},  // ideographs, extension A
    {0x4E00, 0x9FBB},  // ideographs
    {0xF900, 0xFA2D},  // compatibility ideographs
    {0xFA30, 0xFA6A},
    {0xFA70, 0xFAD9},
    {0xFE10, 0xFE1F},
    {0xFE30, 0xFE4F},
    {0xFF00, 0xFFEF},  // full-width and half-width forms
}};

bool is_chinese(char32_t character) { return is_in(kChineseRanges, character); }

std::string_view without_markup(std::string_view line, std::string& buffer) {
  const auto has = [line](char c) { return line.find(c) != std::string_view::npos; };
  if (!has('<') && !has('&') && !has('\n')) return line;
  buffer = line;
  replace_all(buffer, "<skipped>", "");
  replace_all(buffer, "-\n", "");
  replace_all(buffer, "\n", " ");
  unescape_entities(buffer);
  return buffer;
}

}  // namespace

void tokenize_13a(std::string_view line, Tokens& tokens) {
  tokens.views.clear();
  split_punctuation(without_markup(line, tokens.text), {}, tokens.views);
}

void tokenize_zh(std::string_view line, Tokens& tokens) {
  const PunctuationRules rules{.has_margins = false, .stands_alone = is_chinese};
  tokens.views.clear();
  split_punctuation(python_lstrip(python_rstrip(line)), rules, tokens.views);
}

void tokenize_char(std::string_view line, Tokens& tokens) {
  tokens.views.clear();
  for (size_t at = 0; at < line.size();) {
    const size_t begin = at;
    if (is_python_space(next_character(line, at))) continue;
    tokens.views.push_back(line.substr(begin, at - begin));
  }
}

void tokenize_none(std::string_view line, Tokens& tokens) {
  tokens.views.clear();
  python_split(line, tokens.views);
}

BleuTokenizer bleu_tokenizer(const std::string& name) {
  if (name == "13a") return {name, tokenize_13a};
  if (name == "intl") return {name, tokenize_intl};
  if (name == "zh") return {name, tokenize_zh};
  if (name == "char") return {name, tokenize_char};
  if (name == "none") return {name, tokenize_none};
  if (name == "ja-mecab" || name == "ko-mecab") {
    throw std::invalid_argument("tokeniser " + name +
                                " needs MeCab, which is not part of this program: use char, or a "
                                "SentencePiece model");
  }
  if (name == "spm" || name == "flores101" || name == "flores200" || name == "spBLEU-1K") {
    throw std::invalid_argument("tokeniser " + name +
                                " is a SentencePiece model: give its file, as " + name + ".model");
  }
  throw std::invalid_argument("unknown tokeniser `" + name +
                              "`: 13a, intl, zh, char, none, or the file of a SentencePiece model, "
                              "NAME.model");
}

}  // namespace dragoman
