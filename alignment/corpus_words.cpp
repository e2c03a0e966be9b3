#include "alignment/corpus_words.h"

#include "alignment/word_forms.h"
#include "io/words.h"

namespace dragoman {

std::span<const int32_t> CorpusWords::add(std::string_view line) {
  ids_.clear();
  for (const std::string_view word : split_words(line)) {
    word_.assign(word);
    const auto [entry, is_new] = ids_of_words_.try_emplace(word_, 0);
    if (is_new) entry->second = list_.add(word_form(word));
    ids_.push_back(entry->second);
    counts_.resize(list_.size());
    ++counts_[static_cast<size_t>(entry->second)];
  }
  return ids_;
}

}  // namespace dragoman
