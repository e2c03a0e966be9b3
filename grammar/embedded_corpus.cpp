#include "grammar/embedded_corpus.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "grammar/english.h"
#include "grammar/german.h"
#include "grammar/sampler.h"

namespace dragoman {
namespace {

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

  std::vector<GrammarPair> take(size_t num_pairs) {
    std::vector<GrammarPair> pairs(num_pairs);
    for (GrammarPair& pair : pairs) pair = next();
    return pairs;
  }

  /// Draws the most pairs that a held-out part has, so that what comes next does not depend on its
  /// size. Returns the first `num_pairs` and appends their costs to `nats`.
  std::vector<GrammarPair> take_held_out(size_t num_pairs, std::vector<double>& nats) {
    std::vector<GrammarPair> pairs;
    for (size_t i = 0; i < kMostHeldOut; ++i) {
      GrammarPair pair = next();
      if (i >= num_pairs) continue;
      pairs.push_back(std::move(pair));
      nats.push_back(sampler_.nats());
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
  if (num_pairs < kFewestCorpusPairs || num_pairs > kMostCorpusPairs) {
    throw std::invalid_argument("embedded corpus: " + std::to_string(num_pairs) +
                                " pairs asked for; ask for " + std::to_string(kFewestCorpusPairs) +
                                " to " + std::to_string(kMostCorpusPairs));
  }
  const size_t num_held_out = num_held_out_pairs(num_pairs);
  PairSource source(seed, links);
  EmbeddedCorpus corpus;
  corpus.valid = source.take_held_out(num_held_out, corpus.valid_nats);
  corpus.test = source.take_held_out(num_held_out, corpus.test_nats);
  corpus.train = source.take(num_pairs);
  return corpus;
}

}  // namespace dragoman
