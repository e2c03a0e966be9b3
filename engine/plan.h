#pragma once

#include <torch/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/packed_linear.h"
#include "model/transformer.h"

namespace dragoman {

/// A layer normalisation.
struct NormPlan {
  AlignedVector<float> scale, shift;  // [D]

  NormWeights weights() const { return {scale.data(), shift.data(), 1e-5F}; }
};

/// Multi-head attention. The map to queries holds 1 / sqrt(d); keys of all heads stand before
/// values; each head is as wide as PlanSizes says, the rest of it 0.
struct AttentionPlan {
  PackedLinear query, key_value, output;
  NormPlan norm;
};

struct FeedForwardPlan {
  PackedLinear inner, outer;
  Epilogue activation = Epilogue::kNone;
  NormPlan norm;
};

struct EncoderLayerPlan {
  AttentionPlan self_attention;
  FeedForwardPlan feed_forward;
};

struct DecoderLayerPlan {
  AttentionPlan self_attention;
  std::optional<AttentionPlan> cross_attention;  // a language model has none
  FeedForwardPlan feed_forward;
};

/// Token embeddings and what is added to them.
struct EmbeddingPlan {
  torch::Tensor tokens;     // [V, D], fp32 or bf16
  torch::Tensor positions;  // [max_length, D]
  float scale = 1;
};

struct PlanSizes {
  int64_t width = 0;       // D
  int64_t heads = 0;       // H
  int64_t head_width = 0;  // d, rounded up to whole vectors
  int64_t max_length = 0;
  int64_t source_padding = 0;  // the id
  int64_t target_padding = 0;  // the id; also how many tokens may be generated

  int64_t all_heads() const { return heads * head_width; }
};

/// Gives the parameter of that name and shape of a Transformer, of any type, on any device.
using WeightSource = std::function<torch::Tensor(const std::string& name, c10::IntArrayRef shape)>;

/// A Transformer's weights, packed in one format: all that decoding reads.
struct Plan {
  /// Asks for each parameter once.
  Plan(const ModelSettings& settings, const VocabularySizes& vocabulary,
       const WeightSource& weights, NumberFormat format, const Kernels& kernels);

  bool is_language_model() const { return encoder_layers.empty(); }

  NumberFormat format;
  PlanSizes sizes;
  bool is_pre_norm = false;
  EmbeddingPlan source, target;  // a language model has target alone
  std::vector<EncoderLayerPlan> encoder_layers;
  std::vector<DecoderLayerPlan> decoder_layers;
  std::optional<NormPlan> encoder_norm, decoder_norm;
  PackedLinear output;  // outputs beyond the vocabulary are minus infinity
};

}  // namespace dragoman
