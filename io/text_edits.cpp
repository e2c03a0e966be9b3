#include "io/text_edits.h"

#include <algorithm>
#include <utility>

namespace dragoman {

std::string_view trimmed(std::string_view text, std::string_view characters) {
  const size_t begin = std::min(text.find_first_not_of(characters), text.size());
  return text.substr(begin, text.find_last_not_of(characters) + 1 - begin);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  size_t at = text.find(from);
  if (at == std::string::npos) return;
  std::string replaced;  // replacing in place would move the rest of the text each time
  size_t done = 0;
  for (; at != std::string::npos; at = text.find(from, done)) {
    replaced.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  text = std::move(replaced.append(text, done));
}

std::string with_edits(std::string_view bytes, std::vector<ByteEdit> edits) {
  std::ranges::stable_sort(edits, {},
                           [](const ByteEdit& edit) { return std::pair(edit.begin, edit.end); });
  std::string written;
  size_t done = 0;
  for (const ByteEdit& edit : edits) {
    written.append(bytes, done, edit.begin - done);
    written += edit.text;
    done = edit.end;
  }
  return written.append(bytes, done);
}

}  // namespace dragoman
