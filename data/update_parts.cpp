#include "data/update_parts.h"

#include <algorithm>
#include <numeric>

#include "data/seed_use.h"
#include "io/random.h"
#include "threads/run_in_threads.h"

namespace dragoman {
namespace {

/// Replaces a share `rate` of the tokens by unknown, but no symbols.
void drop_words(std::span<int64_t> tokens, double rate, int32_t unknown, const TokenSet& symbols,
                uint64_t key) {
  if (rate == 0) return;
  RandomSequence random(key);
  for (int64_t& token : tokens) {
    const bool is_drawn = random.uniform() < rate;
    if (is_drawn && !symbols.contains(static_cast<int32_t>(token))) token = unknown;
  }
}

/// Returns `length` tokens from `begin` on, less one.
std::span<int64_t> all_but_one(std::vector<int64_t>& tokens, size_t begin, int32_t length) {
  return std::span(tokens).subspan(begin, static_cast<size_t>(std::max(0, length - 1)));
}

/// Drops words of a batch, except end of sentence and the decoder's first input.
void drop_words(Batch& batch, std::span<const Draw> draws, std::span<const Example> examples,
                const UpdateOptions& options) {
  const WordDropout& dropout = options.word_dropout;
  for (size_t row = 0; row < draws.size(); ++row) {
    const PairLength length = length_of(examples[row]);
    const uint64_t key =
        derive_key(options.seed, SeedUse::kWordDropout, draws[row].pass, draws[row].example);
    const size_t source_begin = row * static_cast<size_t>(batch.source_length),
                 target_begin = row * static_cast<size_t>(batch.target_length) + 1;
    drop_words(all_but_one(batch.source, source_begin, length.source), dropout.source,
               dropout.source_unknown, dropout.source_symbols, derive_key(key, 0));
    drop_words(all_but_one(batch.target_input, target_begin, length.target), dropout.target,
               dropout.target_unknown, dropout.target_symbols, derive_key(key, 1));
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
