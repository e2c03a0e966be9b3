#include "grammar/words.h"

#include <algorithm>

namespace dragoman::grammar {
namespace {

/// In UTF-8, the capitals of ä, ö, ü have a second byte that is 0x20 lower, as do those of a to z.
void capitalise(std::string& text) {
  for (const char* small : {"ä", "ö", "ü"}) {
    if (text.starts_with(small)) text[1] = static_cast<char>(text[1] - 0x20);
  }
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 0x20);
}

/// A word between spaces, one of `count` that were appended together.
struct WrittenWord {
  const Origins* origins;
  std::ptrdiff_t number;  // index, from 0
  std::ptrdiff_t count;
};

std::vector<WrittenWord> written_words(const Words& words) {
  std::vector<WrittenWord> written;
  for (const Word& word : words) {
    if (word.text == ",") continue;
    const auto count = std::count(word.text.begin(), word.text.end(), ' ') + 1;
    for (std::ptrdiff_t i = 0; i < count; ++i) written.push_back({&word.origins, i, count});
  }
  return written;
}

bool belong_together(const WrittenWord& a, const WrittenWord& b) {
  if (a.count == b.count && a.number != b.number) return false;
  return std::find_first_of(a.origins->begin(), a.origins->end(), b.origins->begin(),
                            b.origins->end()) != a.origins->end();
}

}  // namespace

void append(Words& words, std::string_view text, const Origins& origins) {
  if (!text.empty()) words.push_back({std::string(text), origins});
}

void append(Words& words, const Word& word) { append(words, word.text, word.origins); }

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void append_comma(Words& words) { words.push_back({","}); }

std::string write_sentence(const Words& words, char mark) {
  std::string text;
  bool comma_waits = false;
  for (const Word& word : words) {
    if (word.text == ",") {
      comma_waits = true;
      continue;
    }
    if (comma_waits) text += ',';
    if (!text.empty()) text += ' ';
    text += word.text;
    comma_waits = false;
  }
  capitalise(text);
  return text + mark;
}

std::vector<WordLink> link_words(const Words& english, const Words& german) {
  const std::vector<WrittenWord> sources = written_words(english), targets = written_words(german);
  std::vector<WordLink> links;
  for (size_t i = 0; i < sources.size(); ++i) {
    for (size_t j = 0; j < targets.size(); ++j) {
      if (belong_together(sources[i], targets[j]))
        links.push_back({static_cast<int32_t>(i), static_cast<int32_t>(j)});
    }
  }
  return links;
}

}  // namespace dragoman::grammar
