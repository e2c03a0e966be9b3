#include "tokenizer/text_part.h"

#include "io/utf8.h"

namespace dragoman {

size_t size_of_part(std::string_view text) {
  if (text.size() <= kLongestPart) return text.size();
  const size_t space = text.rfind(' ', kLongestPart);
  if (space != std::string_view::npos && space > 0) return space;
  return character_begin(text, kLongestPart);
}

}  // namespace dragoman
