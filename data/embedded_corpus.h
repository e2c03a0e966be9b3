#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/sentence_pair.h"

namespace dragoman {

/// A parallel corpus in three parts. No sentence of either language occurs twice in all three
/// together, so that valid and test hold only sentences that training has never seen.
struct EmbeddedCorpus {
  std::vector<SentencePair> train;
  std::vector<SentencePair> valid;
  std::vector<SentencePair> test;
};

/// Pairs in valid, and as many in test: a twentieth of the training pairs, at least 1 and at most
/// 1,000.
size_t num_held_out_pairs(size_t num_pairs);

/// A corpus of `num_pairs` training pairs from a small grammar of English and German: agreement,
/// case, separable verbs, verb-final clauses. The translation is a function of the English
/// sentence. The same arguments give the same corpus on every machine. Throws std::invalid_argument
/// if `num_pairs` is not between 1 and 5,000,000.
EmbeddedCorpus generate_corpus(size_t num_pairs, uint64_t seed);

}  // namespace dragoman
