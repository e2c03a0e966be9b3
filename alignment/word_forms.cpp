#include "alignment/word_forms.h"

#include "tokenizer/unicode_text.h"
#include "tokenizer/word_core.h"

namespace dragoman {

std::string word_form(std::string_view word) {
  const std::string_view core = word_core(word);
  return to_lowercase(core.empty() ? word : core);
}

}  // namespace dragoman
