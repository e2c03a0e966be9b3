#pragma once

#include <memory>
#include <vector>

#include "data/example_source.h"

namespace dragoman {

/// One example of an epoch: its index, and the number of the pass over its corpus.
struct Draw {
  uint32_t example = 0;
  uint32_t pass = 0;
};

/// Several corpora as one; their examples are numbered consecutively.
class CorpusMix : public ExampleSource {
 public:
  /// With a temperature above 1, shares are proportional to (weight x size)^(1 / temperature)
  /// instead of weight x size. The length of an epoch does not change.
  explicit CorpusMix(double temperature = 1) : temperature_(temperature) {}

  /// Adds a corpus, with round(weight x size) examples in each epoch. Throws std::runtime_error for
  /// more than 2^32 examples in all.
  void add(std::unique_ptr<const ExampleSource> corpus, double weight);

  /// Number of examples of a corpus.
  size_t size_of(size_t corpus) const { return corpora_[corpus]->size(); }
  size_t size() const override { return ends_.empty() ? 0 : ends_.back(); }
  PairLength length(size_t index) const override;
  Example read(size_t index, uint64_t pass) const override;

  /// Number of examples of each corpus in an epoch.
  std::vector<size_t> shares() const;
  /// Number of examples in an epoch.
  size_t epoch_size() const;
  /// Draws the examples of an epoch, in random order. Each corpus has an endless sequence of
  /// passes; each pass has every example once, in its own order. An epoch takes the sequence's next
  /// examples. A function of the sizes, weights, seed and epoch.
  std::vector<Draw> draw_epoch(uint64_t seed, uint64_t epoch) const;

 private:
  /// Index of the corpus that contains the example.
  size_t corpus_of(size_t index) const;
  size_t begin_of(size_t corpus) const { return corpus == 0 ? 0 : ends_[corpus - 1]; }
  void draw_corpus(size_t corpus, size_t share, uint64_t seed, uint64_t epoch,
                   std::vector<Draw>& draws) const;

  double temperature_;
  std::vector<std::unique_ptr<const ExampleSource>> corpora_;
  std::vector<double> weights_;
  std::vector<size_t> ends_;  // end of each corpus's range of examples
};

}  // namespace dragoman
