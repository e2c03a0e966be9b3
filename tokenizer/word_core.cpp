#include "tokenizer/word_core.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "io/utf8.h"

namespace dragoman {

std::string_view word_core(std::string_view word) {
  size_t begin = word.size(), end = 0;
  for (size_t at = 0; at < word.size();) {
    size_t next = at;
    if ((U_GET_GC_MASK(next_character(word, next)) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) !=
        0) {
      begin = std::min(begin, at);
      end = next;
    }
    at = next;
  }
  return begin < end ? word.substr(begin, end - begin) : std::string_view();
}

}  // namespace dragoman
