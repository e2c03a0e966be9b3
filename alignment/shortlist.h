#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "architecture/vocabulary_sizes.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Selects the target tokens that a translation of a sentence may need, so that the model computes
/// no others. These are the most frequent tokens, and the most probable translations of each source
/// token (a lexical shortlist, as in Jean et al. 2015, section 3.2, and in Marian).
class Shortlist {
 public:
  /// `best[s]`: targets of source token s, for all source tokens. `always`: targets for any
  /// sentence, including end of sentence. Both in any order. Throws std::invalid_argument for ids
  /// that are not below `target_size`, and for more than 2^31 - 1 targets of source tokens.
  Shortlist(const std::vector<TokenIds>& best, TokenIds always, int64_t target_size);

  /// Reads a file of save(). Throws std::runtime_error if the file is missing, damaged, or of
  /// another vocabulary.
  static Shortlist load(const std::string& path, const VocabularySizes& sizes,
                        uint64_t fingerprint);
  /// Writes a safetensors file, atomically. `fingerprint`: a hash of the vocabularies, which load()
  /// compares.
  void save(const std::string& path, uint64_t fingerprint) const;

  /// Returns the target tokens for a sentence, ascending, each once. The time is proportional to
  /// the length of `source` plus a 64th of the vocabulary. Throws std::invalid_argument for ids
  /// that are not source tokens.
  TokenIds candidates(std::span<const int32_t> source) const;

  size_t num_bytes() const;  // in memory

 private:
  Shortlist() = default;
  bool is_sound(const VocabularySizes& sizes) const;
  std::span<const int32_t> targets_of(int32_t source) const;

  int64_t target_size_ = 0;
  std::vector<int32_t> always_;
  std::vector<int32_t> offsets_;  // [V source + 1]: start of each source token's targets
  std::vector<int32_t> targets_;
};

}  // namespace dragoman
