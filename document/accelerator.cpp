#include "document/accelerator.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>

#include "io/ascii.h"
#include "io/utf8.h"
#include "markup/characters.h"

namespace dragoman {
namespace {

/// Longer texts are not menu entries.
constexpr size_t kMostBytes = 80;
/// Limit of a word's bytes before the mark: "E_xit" has one, but file_name is a name.
constexpr size_t kMostBefore = 3;

/// True for characters that a single key types. Indic languages and Thai type syllables in parts,
/// so programs show keys in brackets, as for Chinese, Japanese and Korean.
bool is_key(char32_t c) {
  if (c < 0x80) return is_ascii_alphanumeric(c);
  const bool is_indic = c >= 0x900 && c < 0x1000;  // blocks of Devanagari to Tibetan
  return is_letter(c) && is_letter_with_spaces(c) && !is_indic;
}

UChar32 lower(char32_t c) { return u_tolower(static_cast<UChar32>(c)); }

/// Returns the length of the word that ends before `at`.
size_t word_before(std::string_view text, size_t at) {
  const auto is_in_word = [](char c) {
    return is_ascii_alphanumeric(c) || static_cast<signed char>(c) < 0 || c == '_';
  };
  size_t begin = at;
  while (begin > 0 && is_in_word(text[begin - 1])) --begin;
  return at - begin;
}

bool is_code(size_t at, const std::vector<ByteSpan>& codes) {
  return std::any_of(codes.begin(), codes.end(),
                     [&](const ByteSpan& code) { return code.begin <= at && at < code.end; });
}

/// Returns the first place of `mark` from `at` on that is not in a code; npos if there is none.
size_t find_outside(std::string_view text, char mark, size_t at,
                    const std::vector<ByteSpan>& codes) {
  at = text.find(mark, at);
  while (at != std::string_view::npos && is_code(at, codes)) at = text.find(mark, at + 1);
  return at;
}

/// Returns the best place for the mark; npos if the text has no letter for it, or has letters that
/// take no mark.
size_t place_of(std::string_view text, char32_t key, const std::vector<ByteSpan>& codes) {
  size_t of_initial = std::string_view::npos, of_key = of_initial, of_any = of_initial;
  char32_t before = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const bool begins_word = !is_letter_or_digit(before);
    const char32_t c = before = next_character(text, at);
    if (is_code(begin, codes)) continue;
    if (is_letter(c) && !is_key(c)) return std::string_view::npos;
    if (!is_key(c)) continue;
    const bool is_the_key = lower(c) == lower(key);
    if (is_the_key && begins_word) of_initial = std::min(of_initial, begin);
    if (is_the_key) of_key = std::min(of_key, begin);
    of_any = std::min(of_any, begin);
  }
  if (of_initial != std::string_view::npos) return of_initial;
  return of_key == std::string_view::npos ? of_any : of_key;
}

/// Returns the length of `text` without spaces, dots and colons at its end.
size_t length_of_words(std::string_view text) {
  constexpr std::array<std::string_view, 6> kMarks = {" ", "\n", ".", ":", "…", "："};
  const auto is_at_end = [&](std::string_view mark) { return text.ends_with(mark); };
  for (const auto* mark = kMarks.begin();
       (mark = std::find_if(kMarks.begin(), kMarks.end(), is_at_end)) != kMarks.end();)
    text.remove_suffix(mark->size());
  return text.size();
}

/// Returns the length of "(&F)" at the end of `text`, or of "(F)" for the key F; 0 if it has none.
/// Models that were trained on menus may write it.
size_t bracketed_length(std::string_view text, char32_t key) {
  const size_t open = text.rfind('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return 0;
  std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  const bool has_mark = !inside.empty() && std::string_view("_&~").find(inside[0]) != inside.npos;
  if (has_mark) inside.remove_prefix(1);
  const char32_t c = first_character(inside);
  const bool is_one_key = count_characters(inside) == 1 && is_key(c);
  return is_one_key && (has_mark || lower(c) == lower(key)) ? text.size() - open : 0;
}

}  // namespace

std::optional<Accelerator> find_accelerator(std::string_view text, char mark,
                                            const std::vector<ByteSpan>& codes) {
  if (mark == 0 || text.size() > kMostBytes) return {};
  const size_t at = find_outside(text, mark, 0, codes);
  if (at == std::string_view::npos) return {};
  if (find_outside(text, mark, at + 1, codes) != std::string_view::npos ||
      text.find('\n') < text.size() - 1)
    return {};
  const char32_t key = first_character(text.substr(at + 1));
  if (!is_key(key)) return {};
  const size_t before = word_before(text, at);
  const bool is_initialism =
      before > 0 && is_upper_letter(last_character(text.substr(0, at))) && is_upper_letter(key);
  size_t end = at + 1;
  while (end < text.size() && is_ascii_alphanumeric(text[end])) ++end;
  const bool is_reference = mark == '&' && end < text.size() && text[end] == ';';
  if (before > kMostBefore || is_initialism || is_reference) return {};
  return Accelerator{mark, key, at};
}

std::string without_accelerator(std::string_view text, const Accelerator& accelerator) {
  std::string without(text);
  without.erase(accelerator.at, 1);
  return without;
}

std::string with_accelerator(std::string_view text, const Accelerator& accelerator,
                             const std::vector<ByteSpan>& codes) {
  std::string marked(text);
  const size_t at = place_of(text, accelerator.key, codes);
  if (at != std::string_view::npos) return marked.insert(at, 1, accelerator.mark);
  const size_t words = length_of_words(text);
  const size_t end = words == 0 ? text.size() : words;
  const size_t old = bracketed_length(text.substr(0, end), accelerator.key);
  std::string key;
  icu::UnicodeString(u_toupper(static_cast<UChar32>(accelerator.key))).toUTF8String(key);
  return marked.replace(end - old, old, std::string("(") + accelerator.mark + key + ")");
}

}  // namespace dragoman
