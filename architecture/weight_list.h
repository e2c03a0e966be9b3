#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"

namespace dragoman {

struct WeightShape {
  std::string name;
  std::vector<int64_t> shape;
};

/// The weights of a model, in the order of its files. D width, F inner width of feed-forward
/// networks, V vocabularies with padding:
///
///     source_embedding [V source, D]     unless it is shared
///     target_embedding [V target, D]     named shared_embedding if all three are one
///     output_embedding [V target, D]     unless it is shared
///     output_bias [V target - 1]         if there is one
///     source_positions, target_positions [max_length, D]     if they are learned
///     encoder_layer_0 .., encoder_norm, decoder_layer_0 .., decoder_norm; each layer has
///         .self_attention.query_key_value.weight [3 D, D], .bias [3 D]
///         .self_attention.output.weight [D, D], .bias [D]
///         .self_attention_residual.norm.weight [D], .bias [D]
///         .cross_attention.query.weight [D, D], .bias [D]              of decoder layers that
///         .cross_attention.key_value.weight [2 D, D], .bias [2 D]      look at a source
///         .cross_attention.output.weight [D, D], .bias [D]
///         .cross_attention_residual.norm.weight [D], .bias [D]
///         .feed_forward.inner.weight [F, D], .bias [F]
///         .feed_forward.outer.weight [D, F], .bias [D]
///         .feed_forward_residual.norm.weight [D], .bias [D]
///     and each norm, which only pre-norm models have, .weight [D], .bias [D]
std::vector<WeightShape> list_weights(const ModelSettings& settings, const VocabularySizes& sizes);

/// Counts the trained numbers of a model by part: "embeddings", "positions" if they are learned,
/// "encoder", "decoder".
std::vector<std::pair<std::string, int64_t>> count_parameters(const ModelSettings& settings,
                                                              const VocabularySizes& sizes);

}  // namespace dragoman
