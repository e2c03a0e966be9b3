#include "data/batch.h"

#include <algorithm>

namespace dragoman {
namespace {

/// Adds the links of an example whose target tokens begin at `first_target`.
void add_links(const Example& example, int64_t first_target, BatchLinks& links) {
  std::vector<int64_t> counts(example.target.size());
  for (const AlignmentLink& link : example.links) ++counts[static_cast<size_t>(link.target)];
  for (const AlignmentLink& link : example.links) {
    links.targets.push_back(first_target + link.target);
    links.sources.push_back(link.source);
    links.weights.push_back(1 / static_cast<float>(counts[static_cast<size_t>(link.target)]));
  }
  links.num_targets += std::count_if(counts.begin(), counts.end(), [](int64_t n) { return n > 0; });
}

}  // namespace

Batch make_batch(std::span<const Example> examples, PadIds pad) {
  Batch batch;
  batch.rows = static_cast<int64_t>(examples.size());
  for (const Example& example : examples) {
    const PairLength length = length_of(example);
    batch.source_length = std::max<int64_t>(batch.source_length, length.source);
    batch.target_length = std::max<int64_t>(batch.target_length, length.target);
    batch.source_tokens += length.source;
    batch.target_tokens += length.target;
    batch.target_lengths.push_back(length.target);
  }
  batch.source.assign(batch.rows * batch.source_length, pad.source);
  batch.target_input.assign(batch.rows * batch.target_length, pad.target);
  batch.target_output.assign(batch.rows * batch.target_length, pad.target);
  for (int64_t row = 0; row < batch.rows; ++row) {
    const Example& example = examples[static_cast<size_t>(row)];
    const auto& [source, target, before, links] = example;
    const auto input = batch.target_input.begin() + row * batch.target_length;
    std::copy(source.begin(), source.end(), batch.source.begin() + row * batch.source_length);
    if (before >= 0) *input = before;
    std::copy(target.begin(), target.end() - 1, input + 1);
    std::copy(target.begin(), target.end(),
              batch.target_output.begin() + row * batch.target_length);
    if (!links.empty()) add_links(example, row * batch.target_length, batch.links);
  }
  return batch;
}

}  // namespace dragoman
