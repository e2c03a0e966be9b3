#include "grammar/embedded_corpus.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include "grammar/english.h"
#include "grammar/german.h"
#include "grammar/sampler.h"

namespace dragoman {
namespace {

constexpr size_t kMostPairs = 5'000'000;
constexpr size_t kMostHeldOut = 1'000;

/// Draws pairs whose sentences have not occurred before, in either language.
class PairSource {
 public:
  PairSource(uint64_t seed, PairLinks links) : sampler_(seed), links_(links) {}

  GrammarPair next() {
    while (true) {
      const grammar::Sentence sentence = sampler_.next();
      const grammar::Words english = grammar::english_words(sentence);
      const grammar::Words german = grammar::german_words(sentence);
      const char mark = grammar::final_mark(sentence);
      GrammarPair pair{grammar::write_sentence(english, mark),
                       grammar::write_sentence(german, mark)};
      if (english_.count(pair.english) > 0 || german_.count(pair.german) > 0) continue;
      english_.insert(pair.english);
      german_.insert(pair.german);
      if (links_ == PairLinks::kAll) pair.links = grammar::link_words(english, german);
      return pair;
    }
  }

  /// Draws pairs, and appends the cost of each to `nats`.
  std::vector<GrammarPair> take(size_t num_pairs, std::vector<double>* nats = nullptr) {
    std::vector<GrammarPair> pairs;
    pairs.reserve(num_pairs);
    while (pairs.size() < num_pairs) {
      pairs.push_back(next());
      if (nats != nullptr) nats->push_back(sampler_.nats());
    }
    return pairs;
  }

 private:
  grammar::SentenceSampler sampler_;
  PairLinks links_;
  std::unordered_set<std::string> english_;
  std::unordered_set<std::string> german_;
};

}  // namespace

size_t num_held_out_pairs(size_t num_pairs) {
  return std::clamp<size_t>(num_pairs / 20, 1, kMostHeldOut);
}

EmbeddedCorpus generate_corpus(size_t num_pairs, uint64_t seed, PairLinks links) {
  if (num_pairs < 1 || num_pairs > kMostPairs) {
    throw std::invalid_argument("embedded corpus: " + std::to_string(num_pairs) +
                                " pairs asked for; ask for 1 to " + std::to_string(kMostPairs));
  }
  const size_t num_held_out = num_held_out_pairs(num_pairs);
  PairSource source(seed, links);
  EmbeddedCorpus corpus;
  // Draws the held-out parts first, so that they do not depend on the size of the training part.
  corpus.valid = source.take(num_held_out, &corpus.valid_nats);
  corpus.test = source.take(num_held_out, &corpus.test_nats);
  corpus.train = source.take(num_pairs);
  return corpus;
}

EntropyEstimate embedded_corpus_entropy(size_t num_draws, uint64_t seed) {
  if (num_draws < 2) {
    throw std::invalid_argument("entropy of the embedded corpus: " + std::to_string(num_draws) +
                                " draws asked for; ask for 2 or more");
  }
  grammar::SentenceSampler sampler(seed);
  double sum = 0;
  double sum_of_squares = 0;
  for (size_t i = 0; i < num_draws; ++i) {
    sampler.next();
    sum += sampler.nats();
    sum_of_squares += sampler.nats() * sampler.nats();
  }
  const double count = static_cast<double>(num_draws);
  const double mean = sum / count;
  const double variance = (sum_of_squares - count * mean * mean) / (count - 1);
  return {mean, std::sqrt(variance / count)};
}

}  // namespace dragoman
