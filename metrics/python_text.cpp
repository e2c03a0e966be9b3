#include "metrics/python_text.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/utf8.h>

#include <stdexcept>

namespace dragoman {

bool is_python_space(char32_t character) {
  if (character <= 0x20) {
    return (character >= 0x09 && character <= 0x0D) || character >= 0x1C;
  }
  if (character >= 0x2000 && character <= 0x200A) {
    return true;
  }
  switch (character) {
    case 0x0085:
    case 0x00A0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      return true;
    default:
      return false;
  }
}

std::string_view python_rstrip(std::string_view text) {
  auto end = static_cast<int32_t>(text.size());
  for (int32_t at = end; at > 0; end = at) {
    UChar32 character = 0;
    U8_PREV(text.data(), 0, at, character);
    if (!is_python_space(static_cast<char32_t>(character))) {
      break;
    }
  }
  return text.substr(0, static_cast<size_t>(end));
}

std::vector<std::string_view> python_split(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t part_begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    UChar32 character = 0;
    U8_NEXT(text.data(), at, text.size(), character);
    if (!is_python_space(static_cast<char32_t>(character))) {
      continue;
    }
    if (begin > part_begin) {
      parts.push_back(text.substr(part_begin, begin - part_begin));
    }
    part_begin = at;
  }
  if (part_begin < text.size()) {
    parts.push_back(text.substr(part_begin));
  }
  return parts;
}

std::string python_lower(std::string_view text) {
  std::string lower;
  icu::StringByteSink<std::string> sink(&lower, static_cast<int32_t>(text.size()));
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, {text.data(), static_cast<int32_t>(text.size())}, sink, nullptr,
                            status);
  if (U_FAILURE(status)) {
    throw std::runtime_error("cannot lower-case a segment of " + std::to_string(text.size()) +
                             " bytes: ICU says " + u_errorName(status));
  }
  return lower;
}

}  // namespace dragoman
