#pragma once

#include <cstdint>

#include "kernels/number_format.h"
#include "kernels/padding.h"
#include "kernels/product.h"

namespace dragoman {

/// Bytes of a number of a key or a value: fp32 if weights are fp32, else bf16.
constexpr int64_t bytes_of_key(NumberFormat format) {
  return format == NumberFormat::kFp32 ? sizeof(float) : sizeof(uint16_t);
}

/// Number of floats in AttentionRows::scores, of each row.
constexpr int64_t attention_scores(int64_t heads, int64_t length) {
  return heads * round_up(length, kLaneCount);
}

/// Rows of multi-head attention: queries, and keys and values anywhere in memory that all of them
/// read. The result of a row does not depend on the others.
struct AttentionRows {
  const float* query = nullptr;  // [count, heads, head_width], scaled by 1 / sqrt(d)
  /// Of each position: its keys [heads, head_width], then its values.
  const void* const* keys = nullptr;
  int64_t length = 0;        // positions
  int64_t heads = 0;         // H
  int64_t head_width = 0;    // a multiple of kLaneCount
  float* scores = nullptr;   // scratch memory of count * attention_scores() floats
  float* out = nullptr;      // [count, heads, head_width]
  int64_t count = 1;         // rows
  int64_t query_stride = 0;  // floats from a row's query to the next one
  int64_t out_stride = 0;
  /// [count, length], becomes the mean of the first mean_heads heads' weights; or null.
  float* mean_weights = nullptr;
  int64_t mean_heads = 0;
};

/// Largest logit and sum of powers, for blocks of kPanelColumns logits: each [blocks, stride], one
/// element a row.
struct LogitSummary {
  float* largest = nullptr;
  float* sums = nullptr;  // of e^(logit - largest); null: not computed
  int64_t stride = 0;     // rows, rounded up to kLaneCount
};

/// Decoding's kernels, except products.
struct DecodingKernels {
  /// Softmax(q k^T) v, for each format of weights: it decides the format of keys and values.
  void (*attend[3])(const AttentionRows& rows);
  /// Summarises one block of each row: logits [rows, kPanelColumns] -> row `block` of the summary.
  void (*summarize)(const float* logits, int64_t rows, const LogitSummary& summary, int64_t block);
  /// Bit i of the result: whether logit i of a block is at least `least`. None if that is NaN.
  uint64_t (*columns_from)(const float* logits, float least);
  /// Logarithm of the sum of e^logit over all blocks of each row: out [summary.stride]. Finite also
  /// if all logits are -infinity.
  void (*log_sums)(const LogitSummary& summary, int64_t blocks, float* out);
  /// x = e^x, for x <= 0; 0 for x below -80.
  void (*exponentiate)(float* x, int64_t count);
  /// sums = log(e^sums + e^(x + offset)), element by element; -infinity is the logarithm of 0.
  void (*log_add_exp)(const float* x, float offset, int64_t count, float* sums);
};

}  // namespace dragoman
