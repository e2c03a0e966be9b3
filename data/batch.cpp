#include "data/batch.h"

#include <algorithm>

namespace dragoman {

Batch make_batch(const Examples& examples, std::span<const uint32_t> indices, PadIds pad) {
  Batch batch;
  batch.rows = static_cast<int64_t>(indices.size());
  batch.indices.assign(indices.begin(), indices.end());
  for (const uint32_t index : indices) {
    const PairLength length = examples.lengths()[index];
    batch.source_length = std::max<int64_t>(batch.source_length, length.source);
    batch.target_length = std::max<int64_t>(batch.target_length, length.target);
    batch.source_tokens += length.source;
    batch.target_tokens += length.target;
  }
  batch.source.assign(batch.rows * batch.source_length, pad.source);
  batch.target_input.assign(batch.rows * batch.target_length, pad.target);
  batch.target_output.assign(batch.rows * batch.target_length, pad.target);
  for (int64_t row = 0; row < batch.rows; ++row) {
    const auto source = examples.source(indices[row]);
    const auto target = examples.target(indices[row]);
    std::copy(source.begin(), source.end(), batch.source.begin() + row * batch.source_length);
    std::copy(target.begin(), target.end() - 1,
              batch.target_input.begin() + row * batch.target_length + 1);
    std::copy(target.begin(), target.end(),
              batch.target_output.begin() + row * batch.target_length);
  }
  return batch;
}

}  // namespace dragoman
