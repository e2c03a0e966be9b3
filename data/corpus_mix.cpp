#include "data/corpus_mix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "data/seed_use.h"
#include "io/random.h"

namespace dragoman {

void CorpusMix::add(std::unique_ptr<const ExampleSource> corpus, double weight) {
  if (size() + corpus->size() > std::numeric_limits<uint32_t>::max()) {
    throw std::runtime_error("the corpora have more than 4,294,967,295 pairs: leave some out");
  }
  ends_.push_back(size() + corpus->size());
  weights_.push_back(weight);
  corpora_.push_back(std::move(corpus));
}

size_t CorpusMix::corpus_of(size_t index) const {
  return static_cast<size_t>(std::upper_bound(ends_.begin(), ends_.end(), index) - ends_.begin());
}

PairLength CorpusMix::length(size_t index) const {
  const size_t corpus = corpus_of(index);
  return corpora_[corpus]->length(index - begin_of(corpus));
}

Example CorpusMix::read(size_t index, uint64_t pass) const {
  const size_t corpus = corpus_of(index);
  return corpora_[corpus]->read(index - begin_of(corpus), pass);
}

std::vector<size_t> CorpusMix::shares() const {
  std::vector<double> masses(corpora_.size());
  double total = 0, warmed_total = 0;
  for (size_t c = 0; c < masses.size(); ++c) {
    const double mass = weights_[c] * static_cast<double>(corpora_[c]->size());
    masses[c] = temperature_ == 1 ? mass : std::pow(mass, 1 / temperature_);
    total += mass;
    warmed_total += masses[c];
  }
  std::vector<size_t> shares;
  for (const double mass : masses) {
    const bool is_exact = temperature_ == 1 || warmed_total == 0;
    const double share = is_exact ? mass : mass / warmed_total * total;
    shares.push_back(static_cast<size_t>(std::llround(share)));
  }
  return shares;
}

size_t CorpusMix::epoch_size() const {
  const std::vector<size_t> all = shares();
  return std::accumulate(all.begin(), all.end(), size_t{0});
}

std::vector<Draw> CorpusMix::draw_epoch(uint64_t seed, uint64_t epoch) const {
  const std::vector<size_t> all_shares = shares();
  std::vector<Draw> draws;
  draws.reserve(epoch_size());
  for (size_t c = 0; c < corpora_.size(); ++c) draw_corpus(c, all_shares[c], seed, epoch, draws);
  if (corpora_.size() > 1) shuffle(draws, derive_key(seed, SeedUse::kOrderOfEpoch, epoch));
  return draws;
}

void CorpusMix::draw_corpus(size_t corpus, size_t share, uint64_t seed, uint64_t epoch,
                            std::vector<Draw>& draws) const {
  const size_t size = corpora_[corpus]->size();
  std::vector<uint32_t> order(size);
  // The epoch's part of the endless sequence can span several passes.
  for (uint64_t at = epoch * share, end = at + share; at < end;) {
    const uint64_t pass = at / size;
    std::iota(order.begin(), order.end(), static_cast<uint32_t>(begin_of(corpus)));
    shuffle(order, derive_key(seed, SeedUse::kOrderOfPass, corpus, pass));
    const uint64_t pass_begin = pass * size;
    for (; at < std::min(end, pass_begin + size); ++at)
      draws.push_back({order[at - pass_begin], static_cast<uint32_t>(pass)});
  }
}

}  // namespace dragoman
