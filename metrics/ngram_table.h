#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman {

/// The n-grams of the references of one segment, and how many of each a hypothesis may match: as
/// many as the reference that has most of it has. Symbols are numbers of tokens, or characters.
///
/// An n-gram is a slot of a hash table, found from the slot of the n-gram without its last symbol
/// and that symbol: no two are taken for one, however long.
class NgramTable {
 public:
  /// Forgets all n-grams; then expects references of `num_symbols` in all.
  void reset(size_t num_symbols, int max_order);
  void add(std::span<const uint32_t> reference);
  /// Adds to matches[n - 1], for each order n, how many n-grams of `hypothesis` the references
  /// allow.
  void count_matches(std::span<const uint32_t> hypothesis, double* matches);

 private:
  /// An n-gram of a sequence that begins at `begin`.
  struct Ngram {
    uint32_t begin = 0;
    uint32_t parent = 0;  // 1 + the slot of the n-gram without its last symbol; 0: there is none
  };

  size_t slot_of(uint64_t key) const;
  template <class Visit>
  void visit_ngrams(std::span<const uint32_t> reference, Visit visit);
  void start_ngrams(size_t num_symbols);

  int max_order_ = 0;
  int shift_ = 0;                  // of a 64-bit hash, to leave the bits of a slot
  std::vector<uint64_t> keys_;     // by slot; 0: empty
  std::vector<uint32_t> allowed_;  // by slot
  std::vector<uint32_t> seen_;     // by slot, in a further reference while it is added
  bool has_reference_ = false;
  std::vector<Ngram> ngrams_;      // of one order
  std::vector<uint32_t> matched_;  // slots
};

}  // namespace dragoman
