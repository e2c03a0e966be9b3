#include "io/words.h"

#include <algorithm>

namespace dragoman {

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  for (size_t end = 0; end < line.size();) {
    const size_t begin = line.find_first_not_of(kWhiteSpace, end);
    if (begin == std::string_view::npos) break;
    end = std::min(line.find_first_of(kWhiteSpace, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
  }
  return words;
}

}  // namespace dragoman
