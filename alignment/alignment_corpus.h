#pragma once

#include <string_view>

#include "alignment/cooccurrences.h"
#include "alignment/word_list.h"
#include "alignment/word_pairs.h"

namespace dragoman {

/// Words of one side of a corpus as numbers. Forms are made once for each word that is written the
/// same.
class CorpusWords {
 public:
  /// The numbers of a line's words; valid until the next call.
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

/// The text that an alignment model is estimated from, and that it aligns: in a temporary file.
class AlignmentCorpus {
 public:
  void add(std::string_view source, std::string_view target);
  /// Ends the adding, before which nothing can be looked at.
  void finish() { pairs_.finish(); }

  const WordPairFile& pairs() const { return pairs_; }
  const CorpusWords& source() const { return source_; }
  const CorpusWords& target() const { return target_; }

 private:
  CorpusWords source_;
  CorpusWords target_;
  WordPairFile pairs_;
};

}  // namespace dragoman
