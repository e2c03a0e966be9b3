#pragma once

#include <cstdint>

#include "kernels/number_format.h"
#include "kernels/padding.h"
#include "kernels/product.h"

namespace dragoman {

/// Bytes of a key's or a value's number: fp32 where weights are fp32, else bf16.
constexpr int64_t bytes_of_key(NumberFormat format) {
  return format == NumberFormat::kFp32 ? sizeof(float) : sizeof(uint16_t);
}

/// Floats of AttentionRow::scores.
constexpr int64_t attention_scores(int64_t heads, int64_t length) {
  return heads * round_up(length, kLaneCount);
}

/// One row of multi-head attention: a query over keys and values that lie anywhere.
struct AttentionRow {
  const float* query = nullptr;       // [heads, head_width], scaled by 1 / sqrt(d)
  const void* const* keys = nullptr;  // of each position, [heads, head_width], then its values
  int64_t length = 0;                 // positions
  int64_t heads = 0;                  //
  int64_t head_width = 0;             // a multiple of kLaneCount
  float* scores = nullptr;            // attention_scores(): room to work in
  float* out = nullptr;               // [heads, head_width]
  float* mean_weights = nullptr;      // [length], the mean of the heads' weights; or null
};

/// Summaries of logits in blocks of kPanelColumns: [blocks, stride], an element for each row.
struct LogitSummary {
  float* largest = nullptr;
  float* sums = nullptr;  // of e^(logit - largest)
  int64_t stride = 0;     // rows, rounded up to kLaneCount
};

/// What decoding computes beside products.
struct DecodingKernels {
  /// Softmax(q k^T) v, by the format of weights, which says how keys and values are held.
  void (*attend[3])(const AttentionRow& row);
  /// One block of each row: logits [rows, kPanelColumns] -> row `block` of the summary.
  void (*summarize)(const float* logits, int64_t rows, const LogitSummary& summary, int64_t block);
  /// The logarithm of the sum of e^logit over all blocks of each row: out [summary.stride].
  void (*log_sums)(const LogitSummary& summary, int64_t blocks, float* out);
  /// x becomes e^x, for x <= 0; below -80 it becomes 0.
  void (*exponentiate)(float* x, int64_t count);
  /// sums becomes log(e^sums + e^(x + offset)), element by element; minus infinity is the logarithm
  /// of 0.
  void (*log_add_exp)(const float* x, float offset, int64_t count, float* sums);
};

}  // namespace dragoman
