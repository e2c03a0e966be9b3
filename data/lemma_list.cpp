#include "data/lemma_list.h"

#include <stdexcept>

#include "io/text_file.h"
#include "tokenizer/letter_case.h"
#include "tokenizer/words.h"

namespace dragoman {

LemmaList::LemmaList(const std::string& path, std::string language)
    : language_(std::move(language)) {
  LineReader file(path);
  for (std::string line; file.next_valid(line);) {
    if (split_words(line).empty()) continue;
    const size_t tab = line.find('\t');
    const bool has_columns =
        tab != std::string::npos && line.find('\t', tab + 1) == std::string::npos;
    if (!has_columns || split_words(line.substr(0, tab)).size() != 1 ||
        split_words(line.substr(tab + 1)).empty()) {
      constexpr size_t kMostBytes = 60;
      throw std::runtime_error(file.place() + ": not a word, one tab and its lemma: '" +
                               (line.size() > kMostBytes
                                    ? "a line of " + std::to_string(line.size()) + " bytes"
                                    : line) +
                               "'");
    }
    lemmas_.emplace(split_words(line.substr(0, tab)).front(), line.substr(tab + 1));
  }
  if (lemmas_.empty()) {
    throw std::runtime_error(path + " has no lemmas; write a form, a tab and its lemma a line");
  }
}

std::string LemmaList::lemma_of(const std::string& form) const {
  auto found = lemmas_.find(form);
  if (found == lemmas_.end()) found = lemmas_.find(in_case(form, LetterCase::kLower, language_));
  return found == lemmas_.end() ? form : found->second;
}

}  // namespace dragoman
