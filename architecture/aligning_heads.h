#pragma once

#include <algorithm>

#include "architecture/model_settings.h"

namespace dragoman {

/// Heads of a decoder layer whose mean attention aligns target tokens with source tokens.
struct AligningHeads {
  int64_t layer = 0;  // counted from 0
  int64_t count = 0;  // the first `count` heads of the layer
  AlignmentStep step = AlignmentStep::kPredicting;
};

/// Returns the heads that training guided (model.alignment_heads). If there are none, returns all
/// heads of the second to last layer (Garg et al. 2019).
inline AligningHeads aligning_heads(const ModelSettings& model) {
  if (model.alignment_heads == 0)
    return {std::max<int64_t>(model.decoder_layers - 2, 0), model.heads};
  const int64_t layer = model.alignment_layer > 0 ? model.alignment_layer : model.decoder_layers;
  return {layer - 1, model.alignment_heads, model.alignment_step};
}

}  // namespace dragoman
