#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman {

/// The n-grams of a segment's references, and how many of each a hypothesis may match: the largest
/// number in any reference. Symbols are token numbers, or characters.
///
/// An n-gram is a slot of a hash table. Its key is the slot of the n-gram without its last symbol,
/// plus that symbol. Different n-grams are thus never confused, however long they are.
class NgramTable {
 public:
  /// Removes all n-grams and makes room for references of `num_symbols` symbols in total.
  void reset(size_t num_symbols, int max_order);
  void add(std::span<const uint32_t> reference);
  /// Adds to matches[n - 1], for each order n, the number of n-grams of `hypothesis` that match.
  void count_matches(std::span<const uint32_t> hypothesis, double* matches);

 private:
  /// An n-gram that begins at `begin` in a sequence.
  struct Ngram {
    uint32_t begin = 0;
    uint32_t parent = 0;  // 1 + slot of the n-gram without its last symbol; 0 if it has one symbol
  };

  size_t slot_of(uint64_t key) const;
  template <class Visit>
  void visit_ngrams(std::span<const uint32_t> reference, Visit visit);
  void start_ngrams(size_t num_symbols);

  int max_order_ = 0;
  int shift_ = 0;                  // shifts a 64-bit hash right, to the bits of a slot
  std::vector<uint64_t> keys_;     // by slot; 0: empty
  std::vector<uint32_t> allowed_;  // by slot
  std::vector<uint32_t> seen_;     // by slot; counts in the reference that is being added
  bool has_reference_ = false;
  std::vector<Ngram> ngrams_;      // of one order
  std::vector<uint32_t> matched_;  // slots
};

}  // namespace dragoman
