#include "io/words.h"

#include <algorithm>

namespace dragoman {
namespace {

/// True for the characters of kWhiteSpace. Faster than to search for each in these.
bool is_white_space(char c) { return c == ' ' || ('\t' <= c && c <= '\r'); }

}  // namespace

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  auto end = line.begin();
  while (true) {
    const auto begin = std::find_if_not(end, line.end(), is_white_space);
    if (begin == line.end()) return words;
    end = std::find_if(begin, line.end(), is_white_space);
    words.emplace_back(begin, end);
  }
}

}  // namespace dragoman
