#include "tokenizer/word_core.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace dragoman {

std::string_view word_core(std::string_view word) {
  size_t begin = word.size(), end = 0;
  for (size_t at = 0; at < word.size();) {
    size_t next = at;
    UChar32 character = 0;
    U8_NEXT_OR_FFFD(word.data(), next, word.size(), character);
    if ((U_GET_GC_MASK(character) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0) {
      begin = std::min(begin, at);
      end = next;
    }
    at = next;
  }
  return begin < end ? word.substr(begin, end - begin) : std::string_view();
}

}  // namespace dragoman
