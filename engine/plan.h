#pragma once

#include <optional>
#include <vector>

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"
#include "engine/embedding.h"
#include "engine/packed_linear.h"

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

struct PlanSizes {
  int64_t width = 0;       // D
  int64_t heads = 0;       // H
  int64_t head_width = 0;  // d, rounded up to whole vectors
  int64_t max_length = 0;
  int64_t source_padding = 0;  // the id
  int64_t target_padding = 0;  // the id; also how many tokens may be generated

  int64_t all_heads() const { return heads * head_width; }
};

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
