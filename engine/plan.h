#pragma once

#include <optional>
#include <string>
#include <vector>

#include "architecture/aligning_heads.h"
#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"
#include "engine/embedding.h"
#include "engine/packed_linear.h"

namespace dragoman {

/// A layer normalisation. Its epsilon is PyTorch's default, 1e-5, as in the room model.
struct NormPlan {
  AlignedVector<float> scale, shift;  // [D]

  NormWeights weights() const { return {scale.data(), shift.data(), 1e-5F}; }
};

/// Multi-head attention. The query weights include the factor 1 / sqrt(d). In key_value, the keys
/// of all heads come before the values. Each head is padded with zeros to PlanSizes::head_width.
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
  int64_t width = 0;         // D
  int64_t heads = 0;         // H
  int64_t head_width = 0;    // d, rounded up to whole vectors
  int64_t feed_forward = 0;  // F
  int64_t max_length = 0;
  AligningHeads aligning;
  int64_t source_padding = 0;  // the id
  int64_t target_padding = 0;  // the id; equals the number of tokens that may be generated

  int64_t all_heads() const { return heads * head_width; }
};

/// All weights of a Transformer that inference reads, packed in one format.
struct Plan {
  /// Makes a plan whose layers have no weights yet.
  Plan(const ModelSettings& settings, const VocabularySizes& vocabulary, NumberFormat format);

  bool is_language_model() const { return encoder_layers.empty(); }

  NumberFormat format;
  PlanSizes sizes;
  bool is_pre_norm = false;
  EmbeddingPlan source, target;  // a language model has only target
  std::vector<EncoderLayerPlan> encoder_layers;
  std::vector<DecoderLayerPlan> decoder_layers;
  std::optional<NormPlan> encoder_norm, decoder_norm;
  PackedLinear output;  // [V, D]; padding and outputs beyond the vocabulary have bias -infinity
};

/// Sets embeddings that share a matrix with the output layer, or with each other, to that matrix.
void share_embeddings(const ModelSettings& settings, Plan& plan);

/// Packs a model's weights for `kernels`. Asks `weights` for each weight once.
Plan pack_plan(const ModelSettings& settings, const VocabularySizes& vocabulary,
               const WeightSource& weights, NumberFormat format, const Kernels& kernels);

/// Calls self_attention, cross_attention, feed_forward and norm of `visitor` for all layers of a
/// plan, each with the layer's name, as in list_weights(), and its part of the plan.
template <class AnyPlan, class Visitor>
void visit_layers(AnyPlan& plan, Visitor& visitor) {
  for (size_t i = 0; i < plan.encoder_layers.size(); ++i) {
    const std::string name = "encoder_layer_" + std::to_string(i);
    visitor.self_attention(name, plan.encoder_layers[i].self_attention);
    visitor.feed_forward(name, plan.encoder_layers[i].feed_forward);
  }
  for (size_t i = 0; i < plan.decoder_layers.size(); ++i) {
    const std::string name = "decoder_layer_" + std::to_string(i);
    auto& layer = plan.decoder_layers[i];
    visitor.self_attention(name, layer.self_attention);
    if (layer.cross_attention) visitor.cross_attention(name, *layer.cross_attention);
    visitor.feed_forward(name, layer.feed_forward);
  }
  if (plan.encoder_norm) visitor.norm("encoder_norm", *plan.encoder_norm);
  if (plan.decoder_norm) visitor.norm("decoder_norm", *plan.decoder_norm);
}

}  // namespace dragoman
