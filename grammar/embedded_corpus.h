#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "grammar/words.h"

namespace dragoman {

/// A sentence and its translation.
struct GrammarPair {
  std::string english;
  std::string german;
  std::vector<grammar::WordLink> links = {};  // empty unless requested
};

/// Whether pairs contain word links.
enum class PairLinks { kNone, kAll };

/// Sizes of the training part.
inline constexpr size_t kFewestCorpusPairs = 1;
inline constexpr size_t kMostCorpusPairs = 5'000'000;

/// A parallel corpus in three parts. No sentence of either language occurs twice in the corpus, so
/// valid and test have only sentences that are not in the training part.
struct EmbeddedCorpus {
  std::vector<GrammarPair> train;
  std::vector<GrammarPair> valid;
  std::vector<GrammarPair> test;
  /// Cost of each pair of `valid` and `test`: -log p, in nats, where p is the probability of the
  /// English text (see grammar::SentenceSampler::nats()). German is a function of English. The mean
  /// of a part is what a model that knows the grammar needs for its sentences. A model that also
  /// knew all earlier sentences, with total probability m, could need log(1 / (1 - m)) less.
  std::vector<double> valid_nats;
  std::vector<double> test_nats;
};

/// Returns the number of pairs in valid, and also in test: a twentieth of the training pairs, at
/// least 1 and at most 1,000.
size_t num_held_out_pairs(size_t num_pairs);

/// Generates `num_pairs` training pairs, and held-out pairs, from a small grammar of English and
/// German: agreement, case, separable verbs, verb-final clauses. The translation is a function of
/// the English sentence. The same arguments give the same corpus on every machine. Each part of a
/// smaller corpus of the same seed is the beginning of the larger one's. Words are linked if they
/// come from the same node of the sentence's tree and express the same part of it
/// (grammar/words.h). Throws std::invalid_argument if `num_pairs` is less than kFewestCorpusPairs
/// or more than kMostCorpusPairs.
EmbeddedCorpus generate_corpus(size_t num_pairs, uint64_t seed, PairLinks links = PairLinks::kNone);

}  // namespace dragoman
