#pragma once

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"
#include "data/batch_plan.h"

namespace dragoman {

/// Returns the number of multiplications with weights and in attention that a forward pass over an
/// example takes. A backward pass takes twice as many.
ExampleWork example_work(const ModelSettings& settings, const VocabularySizes& sizes);

}  // namespace dragoman
