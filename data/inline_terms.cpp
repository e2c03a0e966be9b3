#include "data/inline_terms.h"

#include <algorithm>

#include "io/words.h"

namespace dragoman {

bool has_term_sign(std::string_view text) {
  return std::any_of(kTermSigns.begin(), kTermSigns.end(),
                     [&](const char* sign) { return text.find(sign) != std::string_view::npos; });
}

std::string with_inline_terms(std::string_view text, const std::vector<InlineTerm>& terms) {
  std::string written;
  size_t done = 0;
  for (const InlineTerm& term : terms) {
    const size_t last = text.substr(0, term.begin).find_last_not_of(kWhiteSpace);
    const size_t sign = std::max(done, last == std::string_view::npos ? 0 : last + 1);
    written.append(text.substr(done, sign - done)).append(kTermSigns[0]);
    if (term.begin == 0) written += ' ';  // tokenizers add a space before a text
    written.append(text.substr(sign, term.end - sign)).append(kTermSigns[1]);
    written.append(" ").append(term.translation).append(kTermSigns[2]);
    done = term.end;
  }
  return written.append(text.substr(done));
}

}  // namespace dragoman
