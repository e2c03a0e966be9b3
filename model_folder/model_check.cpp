#include "model_folder/model_check.h"

#include "io/settings_values.h"

namespace dragoman {

void check_model(const ModelSettings& model) {
  demand(model.width % 2 == 0, "model.width is " + std::to_string(model.width) +
                                   ", but must be even; take " + std::to_string(model.width - 1) +
                                   " or " + std::to_string(model.width + 1));
  demand(model.width % model.heads == 0,
         "model.heads is " + std::to_string(model.heads) + ", but must divide model.width (" +
             std::to_string(model.width) + "); change one of the two");
  demand(model.alignment_heads <= model.heads,
         "model.alignment_heads is " + std::to_string(model.alignment_heads) +
             ", but model.heads is " + std::to_string(model.heads) +
             "; lower the one or raise the other");
  demand(model.alignment_layer <= model.decoder_layers,
         "model.alignment_layer is " + std::to_string(model.alignment_layer) +
             ", but the decoder has " + std::to_string(model.decoder_layers) +
             " layers; lower it, or set it to 0 for the last");
  demand(model.alignment_heads == 0 || !model.is_language_model(),
         "model.alignment_heads is " + std::to_string(model.alignment_heads) +
             ", but a language model has no source to align with; set it to 0");
  demand(model.alignment_layer == 0 || model.alignment_heads > 0,
         "model.alignment_layer is set, but model.alignment_heads is 0; set both or none");
  demand(model.alignment_step == AlignmentStep::kPredicting || model.alignment_heads > 0,
         "model.alignment_step is following, but model.alignment_heads is 0; set both or none");
}

}  // namespace dragoman
