#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/example_source.h"

namespace dragoman {

/// Padding ids of the two vocabularies.
struct PadIds {
  int32_t source = 0;
  int32_t target = 0;
};

/// Links between target tokens of a batch and source tokens of their rows; L links in all. The
/// weights of a target token's links are equal and sum to 1.
struct BatchLinks {
  std::vector<int64_t> targets;  // [L], indices into the flattened [B, T]
  std::vector<int64_t> sources;  // [L], indices into S
  std::vector<float> weights;    // [L]
  int64_t num_targets = 0;       // number of target tokens that have links
};

/// Examples as rows of equal length, row-major: B rows, S source and T target columns. The decoder
/// reads target_input and must predict target_output, the target itself. target_input is padding
/// (for a block of a stream: the token before the block), then the target without its last token. S
/// is 0 for a language model.
struct Batch {
  int64_t rows = 0;                     // B
  int64_t source_length = 0;            // S
  int64_t target_length = 0;            // T
  int64_t source_tokens = 0;            // without padding
  int64_t target_tokens = 0;            // without padding
  std::vector<int64_t> source;          // [B, S]
  std::vector<int64_t> target_input;    // [B, T]
  std::vector<int64_t> target_output;   // [B, T]
  std::vector<int64_t> target_lengths;  // [B], without padding
  BatchLinks links;
};

Batch make_batch(std::span<const Example> examples, PadIds pad);

}  // namespace dragoman
