#include "data/lemma_list.h"

#include <stdexcept>

#include "io/escaped_text.h"
#include "io/tab_fields.h"
#include "io/text_file.h"
#include "io/words.h"
#include "tokenizer/letter_case.h"

namespace dragoman {

LemmaList::LemmaList(const std::string& path, std::string language)
    : language_(std::move(language)) {
  LineReader file(path);
  for (std::string line; file.next_valid(line);) {
    if (split_words(line).empty()) continue;
    const std::vector<std::string> columns = split_at_tabs(line);
    if (columns.size() != 2 || split_words(columns[0]).size() != 1 ||
        split_words(columns[1]).empty()) {
      throw std::runtime_error(file.place() +
                               ": not a word, one tab and its lemma: " + in_backquotes(line));
    }
    lemmas_.emplace(split_words(columns[0]).front(), columns[1]);
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
