#pragma once

#include <cstdint>

#include "model_folder/train_settings.h"

namespace dragoman {

/// Learning rate of an update, numbered from 1. `width` D enters the paper's schedule alone:
/// inverse-sqrt: from initial_rate linearly to learning_rate over the warm-up, then learning_rate *
/// sqrt(warmup / update); paper: learning_rate * D^-1/2 * min(update^-1/2, update * warmup^-3/2)
/// (section 5.3); constant: as inverse-sqrt, without the fall; linear and cosine: as inverse-sqrt
/// up to the peak, then to final_rate at settings.updates, in a straight line or half a wave of the
/// cosine.
double learning_rate(const TrainSettings& settings, int64_t width, int64_t update);

}  // namespace dragoman
