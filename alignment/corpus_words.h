#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "alignment/word_list.h"

namespace dragoman {

/// Numbers the words of one side of a corpus. Computes the form of each distinct spelling once.
class CorpusWords {
 public:
  /// Returns the numbers of a line's words; valid until the next call.
  std::span<const int32_t> add(std::string_view line);

  const WordList& list() const { return list_; }
  const std::vector<uint64_t>& counts() const { return counts_; }

 private:
  WordList list_;
  std::vector<uint64_t> counts_;
  std::unordered_map<std::string, int32_t> ids_of_words_;
  std::vector<int32_t> ids_;
  std::string word_;
};

}  // namespace dragoman
