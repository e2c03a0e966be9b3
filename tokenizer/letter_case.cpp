#include "tokenizer/letter_case.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/uchar.h>

#include <stdexcept>

#include "io/utf8.h"

namespace dragoman {
namespace {

icu::StringPiece piece_of(std::string_view text) {
  return {text.data(), static_cast<int32_t>(text.size())};
}

void check_icu(UErrorCode status) {
  if (U_FAILURE(status))
    throw std::runtime_error(std::string("ICU cannot change the case of a text: ") +
                             u_errorName(status));
}

/// Returns the number of bytes before the next white space, or of white space if `is_space`.
size_t run_length(std::string_view text, bool is_space) {
  size_t length = 0;
  while (length < text.size()) {
    size_t next = length;
    if ((u_isUWhiteSpace(next_character(text, next)) != 0) != is_space) break;
    length = next;
  }
  return length;
}

/// Splits words without ICU's rules, because they differ between versions.
void append_title_case(std::string_view text, const char* language, icu::ByteSink& sink) {
  constexpr uint32_t kFirstLetter = U_TITLECASE_WHOLE_STRING | U_TITLECASE_NO_LOWERCASE;
  while (!text.empty()) {
    const size_t space = run_length(text, true);
    sink.Append(text.data(), static_cast<int32_t>(space));
    text.remove_prefix(space);
    const size_t word = run_length(text, false);
    UErrorCode status = U_ZERO_ERROR;
    icu::CaseMap::utf8ToTitle(language, kFirstLetter, nullptr, piece_of(text.substr(0, word)), sink,
                              nullptr, status);
    check_icu(status);
    text.remove_prefix(word);
  }
}

}  // namespace

std::string in_case(std::string_view text, LetterCase letter_case, const std::string& language) {
  std::string result;
  icu::StringByteSink<std::string> sink(&result);
  UErrorCode status = U_ZERO_ERROR;
  switch (letter_case) {
    case LetterCase::kLower:
      icu::CaseMap::utf8ToLower(language.c_str(), 0, piece_of(text), sink, nullptr, status);
      break;
    case LetterCase::kUpper:
      icu::CaseMap::utf8ToUpper(language.c_str(), 0, piece_of(text), sink, nullptr, status);
      break;
    case LetterCase::kTitle:
      append_title_case(text, language.c_str(), sink);
      break;
  }
  check_icu(status);
  return result;
}

}  // namespace dragoman
