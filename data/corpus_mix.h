#pragma once

#include <memory>
#include <vector>

#include "data/example_source.h"

namespace dragoman {

/// One example of an epoch: which, and in the how-manieth pass over its corpus.
struct Draw {
  uint32_t example = 0;
  uint32_t pass = 0;
};

/// Several corpora as one, their examples numbered through.
class CorpusMix : public ExampleSource {
 public:
  /// Above a temperature of 1, shares go by (weight x size)^(1 / temperature) instead of weight x
  /// size, and the epoch stays as long as it was.
  explicit CorpusMix(double temperature = 1) : temperature_(temperature) {}

  /// An epoch has round(weight x size) examples of it. Throws std::runtime_error for more than 2^32
  /// examples in all.
  void add(std::unique_ptr<const ExampleSource> corpus, double weight);

  size_t size() const override { return ends_.empty() ? 0 : ends_.back(); }
  PairLength length(size_t index) const override;
  Example read(size_t index, uint64_t pass) const override;

  /// Examples of each corpus in an epoch.
  std::vector<size_t> shares() const;
  /// Examples in an epoch.
  size_t epoch_size() const;
  /// The examples of an epoch, in random order: of each corpus the next of an endless sequence of
  /// passes, each of which has every example once in an order of its own. A function of the sizes,
  /// weights, seed and epoch.
  std::vector<Draw> draw_epoch(uint64_t seed, uint64_t epoch) const;

 private:
  /// Of the corpus that has that example.
  size_t corpus_of(size_t index) const;
  size_t begin_of(size_t corpus) const { return corpus == 0 ? 0 : ends_[corpus - 1]; }
  void draw_corpus(size_t corpus, size_t share, uint64_t seed, uint64_t epoch,
                   std::vector<Draw>& draws) const;

  double temperature_;
  std::vector<std::unique_ptr<const ExampleSource>> corpora_;
  std::vector<double> weights_;
  std::vector<size_t> ends_;  // of the corpora's numbers
};

}  // namespace dragoman
