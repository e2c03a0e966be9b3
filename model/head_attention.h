#pragma once

#include "model/vector_clones.h"

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
  int64_t width = 0;              // d, a multiple of kVectorFloats
  const bool* is_seen = nullptr;  // [S], or null: every key may be seen
  bool is_causal = false;         // query t sees keys up to t; T and S are the same
};

/// Gradients with respect to what an AttentionHead names, with its strides.
struct AttentionGradients {
  float* queries = nullptr;
  float* keys = nullptr;
  float* values = nullptr;
};

/// Floats of room that the two functions below work in.
int64_t attention_room(int64_t num_queries, int64_t num_keys, int64_t width);

/// softmax(q k^T / sqrt(d)) v (Attention Is All You Need, section 3.2.1): T rows of d floats, each
/// `stride` after the one before.
void attend(const AttentionHead& head, float* out, int64_t stride, float* room);
/// From the loss's gradient with respect to the output, which has rows as the output has. Weights
/// are made again, not kept.
void attend_backward(const AttentionHead& head, const float* slope, int64_t stride,
                     const AttentionGradients& gradients, float* room);

}  // namespace dragoman
