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

/// A parallel corpus in three parts. No sentence of either language occurs twice in the corpus, so
/// valid and test have only sentences that are not in the training part.
struct EmbeddedCorpus {
  std::vector<GrammarPair> train;
  std::vector<GrammarPair> valid;
  std::vector<GrammarPair> test;
  /// Cost of each pair of `valid` and `test`: see embedded_corpus_entropy().
  std::vector<double> valid_nats;
  std::vector<double> test_nats;
};

/// Returns the number of pairs in valid, and also in test: a twentieth of the training pairs, at
/// least 1 and at most 1,000.
size_t num_held_out_pairs(size_t num_pairs);

/// Generates `num_pairs` training pairs, and held-out pairs, from a small grammar of English and
/// German: agreement, case, separable verbs, verb-final clauses. The translation is a function of
/// the English sentence. The same arguments give the same corpus on every machine. Words are linked
/// if they come from the same node of the sentence's tree and express the same part of it
/// (grammar/words.h). Throws std::invalid_argument if `num_pairs` is not between 1 and 5,000,000.
EmbeddedCorpus generate_corpus(size_t num_pairs, uint64_t seed, PairLinks links = PairLinks::kNone);

/// An estimated mean, in nats a sentence.
struct EntropyEstimate {
  double nats = 0;
  double standard_error = 0;
};

/// Estimates the entropy of the grammar's English sentences: the mean of -log p over `num_draws`
/// sentences, where p is the probability of the English text (see
/// grammar::SentenceSampler::nats()). German is a function of English, so this is also the entropy
/// of the pairs, and an upper bound of the German sentences' entropy. No language model can have a
/// lower cross-entropy on sentences drawn independently. A corpus has no sentence twice, so its
/// sentences are rarer. Compare a model with the mean of `valid_nats` or `test_nats`, on the
/// sentences that it scores. A model that knew all earlier sentences, with total probability m,
/// could cost log(1 / (1 - m)) less. Throws std::invalid_argument if `num_draws` is less than 2.
EntropyEstimate embedded_corpus_entropy(size_t num_draws, uint64_t seed);

}  // namespace dragoman
