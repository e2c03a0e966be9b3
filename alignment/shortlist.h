#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "architecture/vocabulary_sizes.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Which target tokens a translation of a sentence is likely to need, so that the others need not
/// be computed: the most frequent ones of all, and the likeliest translations of each source token
/// (a lexical shortlist, as in Jean et al. 2015, section 3.2, and in Marian).
class Shortlist {
 public:
  /// `best[s]`: the targets of source token s, for all source tokens; `always`: those of any
  /// sentence, end of sentence among them. In any order. Throws std::invalid_argument for ids that
  /// are not below `target_size`.
  Shortlist(const std::vector<TokenIds>& best, TokenIds always, int64_t target_size);

  /// Reads what save() wrote. Throws std::runtime_error if the file is missing or damaged, or of
  /// another vocabulary.
  static Shortlist load(const std::string& path, const VocabularySizes& sizes,
                        uint64_t fingerprint);
  /// Writes a safetensors file, atomically. `fingerprint`: a hash of the vocabularies, which load() compares.
  void save(const std::string& path, uint64_t fingerprint) const;

  /// The target tokens for a sentence, ascending, each once. Takes time for the length of `source`
  /// and a 64th of the vocabulary. Throws std::invalid_argument for ids that are no source tokens.
  TokenIds candidates(std::span<const int32_t> source) const;

  size_t num_bytes() const;  // in memory

 private:
  Shortlist() = default;
  bool is_sound(const VocabularySizes& sizes) const;
  std::span<const int32_t> targets_of(int32_t source) const;

  int64_t target_size_ = 0;
  std::vector<int32_t> always_;
  std::vector<int32_t> offsets_;  // [V source + 1]: where the targets of each source token begin
  std::vector<int32_t> targets_;
};

}  // namespace dragoman
