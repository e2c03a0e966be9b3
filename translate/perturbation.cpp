#include "translate/perturbation.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <string>
#include <string_view>

#include "io/random.h"
#include "io/utf8.h"
#include "tokenizer/letter_case.h"

namespace dragoman {
namespace {

/// Shorter words do not have two inner letters.
constexpr size_t kShortestWord = 4;

/// Characters with the marks behind them, such as the vowel signs of Hindi.
using Letters = std::vector<std::u32string>;

Letters letters_of(std::string_view text) {
  Letters letters;
  for (size_t at = 0; at < text.size();) {
    const char32_t point = next_character(text, at);
    const bool is_mark = (U_GET_GC_MASK(static_cast<UChar32>(point)) & U_GC_M_MASK) != 0;
    if (is_mark && !letters.empty()) {
      letters.back() += point;
    } else {
      letters.emplace_back(1, point);
    }
  }
  return letters;
}

void append(std::string& text, const Letters& letters) {
  for (const std::u32string& letter : letters) {
    for (const char32_t point : letter) {
      char bytes[U8_MAX_LENGTH];
      size_t size = 0;
      U8_APPEND_UNSAFE(bytes, size, static_cast<UChar32>(point));
      text.append(bytes, size);
    }
  }
}

bool is_letter_of_word(const std::u32string& letter) {
  return u_isalpha(static_cast<UChar32>(letter.front())) != 0;
}

/// Returns a neighbour of `letter` on a QWERTY keyboard, in its case; `letter` itself if no key has
/// it.
char32_t key_beside(char32_t letter, RandomSequence& random) {
  const auto lower = static_cast<char32_t>(u_tolower(static_cast<UChar32>(letter)));
  for (const std::u32string_view row : {U"qwertyuiop", U"asdfghjkl", U"zxcvbnm"}) {
    const size_t at = row.find(lower);
    if (at == std::u32string_view::npos) continue;
    const bool goes_left = at + 1 == row.size() || (at > 0 && random.below(2) == 0);
    const char32_t key = row[goes_left ? at - 1 : at + 1];
    return letter == lower ? key : static_cast<char32_t>(u_toupper(static_cast<UChar32>(key)));
  }
  return letter;
}

/// Makes one typo inside a word of at least kShortestWord letters.
Letters mistyped(Letters word, RandomSequence& random) {
  const uint64_t kind = random.below(4);
  const size_t at = 1 + random.below(word.size() - (kind == 0 ? 3 : 2));
  if (kind == 0 && word[at] != word[at + 1]) {
    std::swap(word[at], word[at + 1]);
    return word;
  }
  char32_t& letter = word[at].front();
  const char32_t beside = kind == 1 ? key_beside(letter, random) : letter;
  if (beside != letter) {
    letter = beside;
  } else if (kind == 2) {
    word.erase(word.begin() + static_cast<ptrdiff_t>(at));
  } else {
    const std::u32string again = word[at];
    word.insert(word.begin() + static_cast<ptrdiff_t>(at), again);
  }
  return word;
}

std::string with_typos(const std::string& line, double rate, uint64_t key) {
  RandomSequence random(key);
  const Letters letters = letters_of(line);
  std::string result;
  for (size_t begin = 0, end = 0; begin < letters.size(); begin = end) {
    const bool is_word = is_letter_of_word(letters[begin]);
    while (end < letters.size() && is_letter_of_word(letters[end]) == is_word) ++end;
    const Letters run(letters.begin() + static_cast<ptrdiff_t>(begin),
                      letters.begin() + static_cast<ptrdiff_t>(end));
    const bool is_hit = is_word && run.size() >= kShortestWord && random.uniform() < rate;
    append(result, is_hit ? mistyped(run, random) : run);
  }
  return result;
}

LetterCase case_of(Perturbation perturbation) {
  if (perturbation == Perturbation::kUpper) return LetterCase::kUpper;
  return perturbation == Perturbation::kTitle ? LetterCase::kTitle : LetterCase::kLower;
}

}  // namespace

std::vector<std::string> perturbed(const std::vector<std::string>& lines, Perturbation perturbation,
                                   const PerturbationOptions& options) {
  std::vector<std::string> result;
  for (const std::string& line : lines) {
    const uint64_t key = derive_key(options.seed, result.size());
    result.push_back(perturbation == Perturbation::kTypo
                         ? with_typos(line, options.typo_rate, key)
                         : in_case(line, case_of(perturbation), options.language));
  }
  return result;
}

}  // namespace dragoman
