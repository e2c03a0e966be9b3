#include "document/accelerator.h"

#include <algorithm>
#include <cctype>

#include "document/text_columns.h"

namespace dragoman {
namespace {

/// Longer texts are not menu entries.
constexpr size_t kMostBytes = 80;
/// Limit of a word's bytes before the mark: "E_xit" has one, but file_name is a name.
constexpr size_t kMostBefore = 3;

bool is_key(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_in_word(char c) { return is_key(c) || static_cast<signed char>(c) < 0; }

/// Returns the length of the word that ends before `at`.
size_t word_before(std::string_view text, size_t at) {
  size_t begin = at;
  while (begin > 0 && (is_in_word(text[begin - 1]) || text[begin - 1] == '_')) --begin;
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

/// Returns the best place for the mark; npos if the text has no letter for it.
size_t place_of(std::string_view text, char key, const std::vector<ByteSpan>& codes) {
  size_t of_key = std::string_view::npos, of_any = std::string_view::npos;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_key(text[at]) || is_code(at, codes)) continue;
    const bool begins_word = at == 0 || !is_in_word(text[at - 1]);
    const bool is_the_key = lower(text[at]) == lower(key);
    if (is_the_key && begins_word) return at;
    if (is_the_key && of_key == std::string_view::npos) of_key = at;
    if (of_any == std::string_view::npos) of_any = at;
  }
  return of_key == std::string_view::npos ? of_any : of_key;
}

}  // namespace

std::optional<Accelerator> find_accelerator(std::string_view text, char mark,
                                            const std::vector<ByteSpan>& codes) {
  const size_t at = find_outside(text, mark, 0, codes);
  if (mark == 0 || at == std::string_view::npos || text.size() > kMostBytes) return {};
  if (find_outside(text, mark, at + 1, codes) != std::string_view::npos ||
      text.find('\n') < text.size() - 1)
    return {};
  if (at + 1 == text.size() || !is_key(text[at + 1])) return {};
  const size_t before = word_before(text, at);
  const bool is_initialism = before > 0 && is_upper(text[at - 1]) && is_upper(text[at + 1]);
  const size_t end = text.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", at + 1);
  const bool is_reference = mark == '&' && end != std::string_view::npos && text[end] == ';';
  if (before > kMostBefore || is_initialism || is_reference) return {};
  return Accelerator{mark, text[at + 1], at};
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
  if (at != std::string_view::npos && !begins_wide(text))
    return marked.insert(at, 1, accelerator.mark);
  const auto key = static_cast<char>(std::toupper(static_cast<unsigned char>(accelerator.key)));
  const size_t last = text.find_last_not_of(" .:\n");
  const size_t end = last == std::string_view::npos ? text.size() : last + 1;
  return marked.insert(end, std::string("(") + accelerator.mark + key + ")");
}

}  // namespace dragoman
