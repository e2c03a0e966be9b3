#pragma once

#include "interchange/foreign_model.h"
#include "interchange/huggingface_folder.h"

namespace dragoman {

/// Sets the model's section search as transformers would look for translations, and adds warnings
/// of what has no like there.
void take_over_search(const MarianGeneration& generation, ForeignModel& model);

/// The reverse, as far as transformers has the like.
MarianGeneration to_generation(const ModelFolder& model);

}  // namespace dragoman
