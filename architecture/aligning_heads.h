#pragma once

#include <algorithm>

#include "architecture/model_settings.h"

namespace dragoman {

/// Heads of a decoder layer whose mean attention says which source tokens a target token is of.
struct AligningHeads {
  int64_t layer = 0;  // counted from 0
  int64_t count = 0;  // the first so many of the layer's heads
  AlignmentStep step = AlignmentStep::kPredicting;
};

/// Those that training guided (model.alignment_heads); in a model without such, all heads of the
/// last layer but one (Garg et al. 2019).
inline AligningHeads aligning_heads(const ModelSettings& model) {
  if (model.alignment_heads == 0)
    return {std::max<int64_t>(model.decoder_layers - 2, 0), model.heads};
  const int64_t layer = model.alignment_layer > 0 ? model.alignment_layer : model.decoder_layers;
  return {layer - 1, model.alignment_heads, model.alignment_step};
}

}  // namespace dragoman
