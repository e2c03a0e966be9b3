#include "grammar/words.h"

namespace dragoman::grammar {
namespace {

/// In UTF-8 the capital of ä, ö, ü has 0x20 less in its second byte, as that of a to z has.
void capitalise(std::string& text) {
  for (const char* small : {"ä", "ö", "ü"}) {
    if (text.starts_with(small)) text[1] = static_cast<char>(text[1] - 0x20);
  }
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 0x20);
}

}  // namespace

void append(Words& words, std::string_view text) {
  if (!text.empty()) words.emplace_back(text);
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

std::string write_sentence(const Words& words, char mark) {
  std::string text;
  bool comma_waits = false;
  for (const std::string& word : words) {
    if (word == ",") {
      comma_waits = true;
      continue;
    }
    if (comma_waits) text += ',';
    if (!text.empty()) text += ' ';
    text += word;
    comma_waits = false;
  }
  capitalise(text);
  return text + mark;
}

}  // namespace dragoman::grammar
