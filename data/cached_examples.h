#pragma once

#include <memory>

#include "data/pair_file.h"
#include "data/pair_sampler.h"
#include "io/random.h"

namespace dragoman {

/// Examples whose token ids are in a PairFile.
class CachedExamples : public ExampleSource {
 public:
  explicit CachedExamples(std::unique_ptr<const PairFile> file) : file_(std::move(file)) {}

  size_t size() const override { return file_->size(); }
  PairLength length(size_t index) const override { return file_->length(index); }
  Example read(size_t index, uint64_t) const override {
    const PairLength length = file_->length(index);
    Example example{unpack_ids(file_->source(index), length.source),
                    unpack_ids(file_->target(index), length.target)};
    example.links = file_->links(index);
    return example;
  }

 private:
  std::unique_ptr<const PairFile> file_;
};

/// Examples made from the text of a PairFile, drawn anew in each pass.
class SampledExamples : public ExampleSource {
 public:
  /// Different keys give different draws: `key` depends on the corpus and the seed.
  SampledExamples(std::unique_ptr<const PairFile> file, PairSampler sampler, uint64_t key)
      : file_(std::move(file)), sampler_(std::move(sampler)), key_(key) {}

  size_t size() const override { return file_->size(); }
  PairLength length(size_t index) const override { return file_->length(index); }
  Example read(size_t index, uint64_t pass) const override {
    const SentencePair pair{std::string(file_->source(index)), std::string(file_->target(index)),
                            file_->links(index)};
    return sampler_.draw(pair, derive_key(key_, pass, index));
  }

 private:
  std::unique_ptr<const PairFile> file_;
  PairSampler sampler_;
  uint64_t key_;
};

}  // namespace dragoman
