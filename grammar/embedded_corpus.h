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
  std::vector<grammar::WordLink> links = {};  // if they were asked for
};

/// Whether pairs tell which of their words belong together.
enum class PairLinks { kNone, kAll };

/// A parallel corpus in three parts. No sentence of either language occurs twice in all three
/// together, so that valid and test hold only sentences that training has never seen.
struct EmbeddedCorpus {
  std::vector<GrammarPair> train;
  std::vector<GrammarPair> valid;
  std::vector<GrammarPair> test;
  /// What each pair of `valid` and `test` costs: see embedded_corpus_entropy.
  std::vector<double> valid_nats;
  std::vector<double> test_nats;
};

/// Pairs in valid, and as many in test: a twentieth of the training pairs, at least 1 and at most
/// 1,000.
size_t num_held_out_pairs(size_t num_pairs);

/// A corpus of `num_pairs` training pairs from a small grammar of English and German: agreement,
/// case, separable verbs, verb-final clauses. The translation is a function of the English
/// sentence. The same arguments give the same corpus on every machine. Throws std::invalid_argument
/// if `num_pairs` is not between 1 and 5,000,000. Words belong together that come from the same
/// node of the sentence's tree and say the same of it (grammar/words.h).
EmbeddedCorpus generate_corpus(size_t num_pairs, uint64_t seed, PairLinks links = PairLinks::kNone);

/// A mean over draws, in nats a sentence.
struct EntropyEstimate {
  double nats = 0;
  double standard_error = 0;
};

/// The entropy of the English sentences of the grammar: the mean of -log p over `num_draws`
/// sentences, p being the probability of the English text (grammar::SentenceSampler::nats tells how
/// exactly). German is a function of English, so that this is the entropy of the pairs too, and an
/// upper bound of that of the German sentences. It is the least cross-entropy that a language model
/// can have on sentences drawn as they come. A corpus gives no sentence twice, so its sentences are
/// rarer ones: hold a model against the mean of `valid_nats` or `test_nats`, on the very sentences
/// that it scores. A model that knew all the sentences given before, of probability m together,
/// could cost log(1 / (1 - m)) less. Throws std::invalid_argument if `num_draws` is less than 2.
EntropyEstimate embedded_corpus_entropy(size_t num_draws, uint64_t seed);

}  // namespace dragoman
