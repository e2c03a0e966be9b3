#pragma once

#include <cstdint>

#include "kernels/matrix_product.h"
#include "kernels/padding.h"
#include "kernels/rows.h"

namespace dragoman {

/// One head of one sentence: T queries, S keys and values, each a row of d floats.
struct AttentionHead {
  const float* queries = nullptr;
  const float* keys = nullptr;
  const float* values = nullptr;
  int64_t query_stride = 0;       // floats from a query to the next
  int64_t key_stride = 0;         // floats from a key to the next, and from a value to the next
  int64_t num_queries = 0;        // T
  int64_t num_keys = 0;           // S
  int64_t width = 0;              // d, a multiple of kLaneCount
  const bool* is_seen = nullptr;  // [S], or null: every key is visible
  bool is_causal = false;         // query t sees keys up to t; T and S are the same
};

/// Gradients with respect to the arrays of an AttentionHead, with its strides.
struct AttentionGradients {
  float* queries = nullptr;
  float* keys = nullptr;
  float* values = nullptr;
};

/// Number of floats of scratch memory for attention.
constexpr int64_t attention_room(int64_t num_queries, int64_t num_keys, int64_t width) {
  return round_up(num_queries, kLaneCount) * (width + 2 * num_keys);
}

struct NormGradients {
  float* input;  // [D]
  float* scale;  // [D], added to
  float* shift;  // [D], added to
};

/// Part of the dropout mask of a key: element i is dropped if a hash of i and the key is below the
/// threshold.
struct MaskRange {
  uint64_t key;
  uint32_t first;  // first element
  uint32_t count;
  uint32_t threshold;
  float scale;  // factor of kept elements
};

/// A row of logits to turn into the gradient of its loss, or two rows of R-Drop.
struct LogitRow {
  void* logits = nullptr;  // [V], fp32 or bf16; overwritten
  void* second = nullptr;  // the logits of R-Drop's other pass, or null
  int64_t vocabulary = 0;  // V
  int64_t gold = 0;
  double smoothing = 0;
  double weight = 0;      // of R-Drop's divergences
  float* room = nullptr;  // scratch memory, [2 V]
};

/// Factors of one update of Adam, for all elements.
struct AdamFactors {
  float gradient_scale;
  float beta1, rest1;  // decay of the mean; weight of the new gradient
  float beta2, rest2;  // the same for the mean square
  float l2;            // L2 penalty: times a weight, added to its gradient
  float kept;          // share of a weight that decoupled weight decay keeps
  float rate;          // learning rate, corrected for the mean's start at zero
  float root;          // 1 / sqrt(1 - beta2^t), the correction of the root mean square
  float epsilon;
};

/// Some elements of a parameter, with their gradients and means.
struct AdamElements {
  float* weights;
  float* means;
  float* squares;
  const float* gradients;
  int64_t count;
};

/// Training's kernels. Rows may have any width. Results may overwrite inputs, except those of
/// products.
struct TrainingKernels {
  /// `room`: kMatrixRoom floats. Fastest if they begin at a cache line.
  void (*multiply_matrices)(const MatrixProduct& product, float* room);

  /// softmax(q k^T / sqrt(d)) v (Attention Is All You Need, section 3.2.1): T rows of d floats,
  /// `stride` floats apart. `room`: attention_room() floats.
  void (*attend)(const AttentionHead& head, float* out, int64_t stride, float* room);
  /// Backward pass of attend(), from `slope`, the loss's gradient with respect to the output. Its
  /// rows are laid out as the output's. Recomputes the weights.
  void (*attend_backward)(const AttentionHead& head, const float* slope, int64_t stride,
                          const AttentionGradients& gradients, float* room);

  /// Backward pass of RowKernels::normalize, from `slope`, the gradient with respect to its
  /// output.
  void (*normalize_backward)(const float* x, const Moments& moments, const float* scale,
                             const float* slope, int64_t width, const NormGradients& gradients);

  /// sum = x + y * factors.
  void (*add_product)(const float* x, const float* y, const float* factors, int64_t width,
                      float* sum);
  /// out = a * b.
  void (*multiply)(const float* a, const float* b, int64_t width, float* out);
  /// sum += addend.
  void (*add)(const float* addend, int64_t width, float* sum);
  /// gradient = out > 0 ? slope * scale : 0: backward pass of ReLU and the dropout after it, from
  /// the gradient with respect to its output.
  void (*pass_where_positive)(const float* slope, const float* out, float scale, int64_t width,
                              float* gradient);

  /// out = activation(x + bias). `derivatives` receives its derivative. ReLU has none: its
  /// derivative follows from its output.
  void (*relu)(const float* x, const float* bias, int64_t width, float* out);
  void (*gelu)(const float* x, const float* bias, int64_t width, float* out, float* derivatives);
  void (*silu)(const float* x, const float* bias, int64_t width, float* out, float* derivatives);

  /// Writes 0 or the scale for each element of the range.
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
