#pragma once

#include <cstdint>

#include "kernels/padding.h"
#include "kernels/rows.h"

namespace dragoman {

/// One head of one sentence: T queries, S keys and values, each a row of d floats.
struct AttentionHead {
  const float* queries = nullptr;
  const float* keys = nullptr;
  const float* values = nullptr;
  int64_t query_stride = 0;       // floats from a query to the next
  int64_t key_stride = 0;         // and from a key to the next, as of values
  int64_t num_queries = 0;        // T
  int64_t num_keys = 0;           // S
  int64_t width = 0;              // d, a multiple of kLaneCount
  const bool* is_seen = nullptr;  // [S], or null: every key may be seen
  bool is_causal = false;         // query t sees keys up to t; T and S are the same
};

/// Gradients with respect to what an AttentionHead names, with its strides.
struct AttentionGradients {
  float* queries = nullptr;
  float* keys = nullptr;
  float* values = nullptr;
};

/// Floats of room that attention works in.
constexpr int64_t attention_room(int64_t num_queries, int64_t num_keys, int64_t width) {
  return round_up(num_queries, kLaneCount) * (width + 2 * num_keys);
}

struct NormGradients {
  float* input;  // [D]
  float* scale;  // [D], added to
  float* shift;  // [D], added to
};

/// The part of a dropout mask that a key gives: element i is dropped if a hash of i and the key is
/// below the threshold.
struct MaskRange {
  uint64_t key;
  uint32_t first;  // element
  uint32_t count;
  uint32_t threshold;
  float scale;  // of what is kept
};

/// A row of logits that is to become the gradient of its loss, or two rows of R-Drop.
struct LogitRow {
  void* logits = nullptr;  // [V], fp32 or bf16; overwritten
  void* second = nullptr;  // the logits of R-Drop's other pass, or null
  int64_t vocabulary = 0;  // V
  int64_t gold = 0;
  double smoothing = 0;
  double weight = 0;      // of R-Drop's divergences
  float* room = nullptr;  // [2 V], to work in
};

/// What one update of Adam is made with, for all elements.
struct AdamFactors {
  float gradient_scale;
  float beta1, rest1;  // of the mean: what stays of it, what is new
  float beta2, rest2;  // of the mean square
  float l2;            // times a weight, added to its gradient
  float kept;          // of a weight, by decay apart from the gradient
  float rate;          // corrected for the mean's start at zero
  float root;          // 1 / sqrt(1 - beta2^t), which corrects the root of squares
  float epsilon;
};

/// Some elements of a parameter and what belongs to them.
struct AdamElements {
  float* weights;
  float* means;
  float* squares;
  const float* gradients;
  int64_t count;
};

/// What training computes beside products. Rows may have any width; results may be written over
/// inputs.
struct TrainingKernels {
  /// softmax(q k^T / sqrt(d)) v (Attention Is All You Need, section 3.2.1): T rows of d floats,
  /// each `stride` after the one before. `room`: attention_room() floats.
  void (*attend)(const AttentionHead& head, float* out, int64_t stride, float* room);
  /// From the loss's gradient with respect to the output, which has rows as the output has. Weights
  /// are made again.
  void (*attend_backward)(const AttentionHead& head, const float* slope, int64_t stride,
                          const AttentionGradients& gradients, float* room);

  /// From the gradient with respect to what RowKernels::normalize gave.
  void (*normalize_backward)(const float* x, const Moments& moments, const float* scale,
                             const float* slope, int64_t width, const NormGradients& gradients);

  /// sum = x + y * factors.
  void (*add_product)(const float* x, const float* y, const float* factors, int64_t width,
                      float* sum);
  /// out = a * b.
  void (*multiply)(const float* a, const float* b, int64_t width, float* out);
  /// sum += addend.
  void (*add)(const float* addend, int64_t width, float* sum);
  /// slope = out > 0 ? gradient * scale : 0, the way back through ReLU and the dropout after it.
  void (*pass_where_positive)(const float* gradient, const float* out, float scale, int64_t width,
                              float* slope);

  /// out = activation(x + bias). `slopes` becomes the derivative, but for ReLU's, which is seen
  /// from its output.
  void (*relu)(const float* x, const float* bias, int64_t width, float* out);
  void (*gelu)(const float* x, const float* bias, int64_t width, float* out, float* slopes);
  void (*silu)(const float* x, const float* bias, int64_t width, float* out, float* slopes);

  /// 0 or the scale for each element of the range.
  void (*fill_mask)(const MaskRange& range, float* factors);

  /// Turns logits z into the gradient of their label-smoothed cross entropy, softmax(z) - (1 -
  /// smoothing) * onehot(gold) - smoothing / V; returns the loss. With a second row, of R-Drop's
  /// loss (Liang et al. 2021, equation 4, halved): the mean of both cross entropies, plus weight *
  /// (KL(p || q) + KL(q || p)). For fp32 and bf16.
  double (*loss_gradient[2])(const LogitRow& row);

  /// Adam's update (Kingma and Ba 2015, algorithm 1).
  void (*update)(const AdamElements& elements, const AdamFactors& factors);
  float (*sum_of_squares)(const float* x, int64_t count);
  /// average += rate * (x - average).
  void (*approach)(const float* x, float rate, int64_t count, float* average);
};

}  // namespace dragoman
