#pragma once

#include <string_view>

#include "alignment/cooccurrences.h"
#include "alignment/word_list.h"
#include "alignment/word_pair_file.h"

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

/// The text on which an alignment model is estimated and which it aligns. Stored in a temporary
/// file.
class AlignmentCorpus {
 public:
  /// Throws std::invalid_argument after finish().
  void add(std::string_view source, std::string_view target);
  /// Ends adding. Call it before pairs are read; further calls do nothing.
  void finish();

  /// True if both sides have words.
  bool has_words() const { return source_.list().size() > 0 && target_.list().size() > 0; }
  const WordPairFile& pairs() const { return pairs_; }
  const CorpusWords& source() const { return source_; }
  const CorpusWords& target() const { return target_; }

 private:
  CorpusWords source_;
  CorpusWords target_;
  WordPairFile pairs_;
  bool is_finished_ = false;
};

}  // namespace dragoman
