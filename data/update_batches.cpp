#include "data/update_batches.h"

#include <algorithm>

#include "io/random.h"

namespace dragoman {
namespace {

constexpr uint64_t kWordDropout = 5;

/// Unknown for some of the `count` tokens.
void drop_words(int64_t* tokens, int64_t count, double rate, int32_t unknown, uint64_t key) {
  if (rate == 0) return;
  RandomSequence random(key);
  for (int64_t i = 0; i < count; ++i) {
    if (random.uniform() < rate) tokens[i] = unknown;
  }
}

/// End of sentence, and what a decoder starts with, are not dropped.
void drop_words(Batch& batch, std::span<const Draw> draws, std::span<const Example> examples,
                const UpdateOptions& options) {
  const WordDropout& dropout = options.word_dropout;
  for (size_t row = 0; row < draws.size(); ++row) {
    const PairLength length = length_of(examples[row]);
    const uint64_t key =
        derive_key(options.seed, kWordDropout, draws[row].pass, draws[row].example);
    drop_words(batch.source.data() + row * batch.source_length, length.source - 1, dropout.source,
               dropout.source_unknown, derive_key(key, 0));
    drop_words(batch.target_input.data() + row * batch.target_length + 1, length.target - 1,
               dropout.target, dropout.target_unknown, derive_key(key, 1));
  }
}

/// Up to `parts` ranges that differ by one row at most.
std::vector<BatchRange> cut_evenly(const BatchRange& range, int64_t parts) {
  const size_t count = std::min(static_cast<size_t>(parts), range.size());
  std::vector<BatchRange> cut;
  for (size_t i = 0; i < count; ++i)
    cut.push_back(
        {range.begin + i * range.size() / count, range.begin + (i + 1) * range.size() / count});
  return cut;
}

void add_batches(std::span<const Draw> draws, const CorpusMix& corpora,
                 const UpdateOptions& options, UpdateBatches& update) {
  std::vector<Example> examples;
  for (const Draw& draw : draws) examples.push_back(corpora.read(draw.example, draw.pass));
  const auto ranges = cut_batches(examples.size(), options.batch_tokens,
                                  [&](size_t i) { return length_of(examples[i]).longer(); });
  for (const BatchRange& range : ranges) {
    for (const BatchRange& part : cut_evenly(range, options.parts)) {
      const auto rows = std::span(examples).subspan(part.begin, part.size());
      Batch& batch = update.batches.emplace_back(make_batch(rows, options.pad));
      drop_words(batch, draws.subspan(part.begin, part.size()), rows, options);
      update.target_tokens += batch.target_tokens;
    }
  }
}

}  // namespace

UpdateBatches make_update(const CorpusMix& corpora, const EpochPlan& plan,
                          const UpdateOptions& options, DataPosition position) {
  UpdateBatches update;
  update.position = position;
  const auto begin = static_cast<size_t>(position.update * options.accumulate);
  const size_t end = std::min(plan.batches.size(), begin + static_cast<size_t>(options.accumulate));
  for (size_t i = begin; i < end; ++i) add_batches(plan.batch(i), corpora, options, update);
  update.ends_epoch = end == plan.batches.size();
  return update;
}

}  // namespace dragoman
