#include "data/update_parts.h"

#include <algorithm>
#include <numeric>

#include "data/seed_use.h"
#include "io/random.h"
#include "threads/run_in_threads.h"

namespace dragoman {
namespace {

/// Replaces a share `rate` of the `count` tokens by unknown.
void drop_words(int64_t* tokens, int64_t count, double rate, int32_t unknown, uint64_t key) {
  if (rate == 0) return;
  RandomSequence random(key);
  for (int64_t i = 0; i < count; ++i) {
    if (random.uniform() < rate) tokens[i] = unknown;
  }
}

/// Drops words of a batch, except end of sentence and the decoder's first input.
void drop_words(Batch& batch, std::span<const Draw> draws, std::span<const Example> examples,
                const UpdateOptions& options) {
  const WordDropout& dropout = options.word_dropout;
  for (size_t row = 0; row < draws.size(); ++row) {
    const PairLength length = length_of(examples[row]);
    const uint64_t key =
        derive_key(options.seed, SeedUse::kWordDropout, draws[row].pass, draws[row].example);
    drop_words(batch.source.data() + row * batch.source_length, length.source - 1, dropout.source,
               dropout.source_unknown, derive_key(key, 0));
    drop_words(batch.target_input.data() + row * batch.target_length + 1, length.target - 1,
               dropout.target, dropout.target_unknown, derive_key(key, 1));
  }
}

/// Cuts the examples of a part into batches of at most `most` work.
std::vector<BatchRange> cut_part(std::span<const Example> examples, const ExampleWork& work,
                                 int64_t most) {
  std::vector<PairLength> lengths;
  for (const Example& example : examples) lengths.push_back(length_of(example));
  const std::vector<int64_t> works = padded_works(lengths, work);
  const int64_t sum = std::accumulate(works.begin(), works.end(), int64_t{0});
  return cut_evenly(works, static_cast<size_t>((sum + most - 1) / most), most);
}

/// Reads the examples of a part.
UpdatePart read_part(std::span<const Draw> draws, const CorpusMix& corpora,
                     const UpdateOptions& options, int64_t most_work, int64_t number) {
  UpdatePart part{.number = number, .batches = {}};
  std::vector<Example> examples;
  for (const Draw& draw : draws) examples.push_back(corpora.read(draw.example, draw.pass));
  for (const BatchRange& range : cut_part(examples, options.work, most_work)) {
    const auto rows = std::span(examples).subspan(range.begin, range.size());
    Batch& batch = part.batches.emplace_back(make_batch(rows, options.pad));
    drop_words(batch, draws.subspan(range.begin, range.size()), rows, options);
    part.target_tokens += batch.target_tokens;
  }
  return part;
}

}  // namespace

PartRange parts_of_process(int64_t num_parts, int64_t process, int64_t processes) {
  return {num_parts * process / processes, num_parts * (process + 1) / processes};
}

UpdateParts make_update(const CorpusMix& corpora, const EpochPlan& plan,
                        const UpdateOptions& options, DataPosition position, size_t num_threads) {
  const auto planned = static_cast<int64_t>(plan.batches.size());
  const int64_t first = position.update * options.parts,
                last = std::min(planned, first + options.parts);
  UpdateParts update{.position = position,
                     .ends_epoch = last == planned,
                     .epoch_updates = (planned + options.parts - 1) / options.parts,
                     .num_parts = last - first,
                     .parts = {}};
  const PartRange own = parts_of_process(last - first, options.process, options.processes);
  update.parts.resize(static_cast<size_t>(own.end - own.begin));
  const size_t count = std::min(num_threads, update.parts.size());
  run_in_threads(count, [&](size_t thread) {
    for (size_t i = thread; i < update.parts.size(); i += count) {
      const int64_t number = own.begin + static_cast<int64_t>(i);
      update.parts[i] = read_part(plan.batch(static_cast<size_t>(first + number)), corpora, options,
                                  plan.most_work, number);
    }
  });
  return update;
}

}  // namespace dragoman
