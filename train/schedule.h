#pragma once

#include <cstdint>

#include "data/update_parts.h"
#include "io/log.h"
#include "model_folder/train_settings.h"

namespace dragoman {

/// Returns the learning rate of an update, numbered from 1. Only `paper` uses `width`, D.
/// paper: learning_rate * D^-1/2 * min(update^-1/2, update * warmup^-3/2) ("Attention Is All You
/// Need", equation 3).
/// inverse-sqrt: linear from initial_rate to learning_rate over the warm-up, then learning_rate *
/// sqrt(warmup / update).
/// constant: the same warm-up, then learning_rate.
/// linear, cosine: the same warm-up, then down to final_rate at settings.updates, in a straight
/// line or in half a cosine wave.
double learning_rate(const TrainSettings& settings, int64_t width, int64_t update);

/// Returns the update at which train.updates or train.epochs will end the run; 0: unknown. `next`:
/// the position in the data after `update`; `epoch_updates`: of an epoch, 0 if unknown.
int64_t expected_end(const TrainSettings& settings, int64_t update, DataPosition next,
                     int64_t epoch_updates);

/// Warns if the rate falls to an end at train.updates, but the run will be over in the first half
/// of the updates, at `end`.
void warn_of_early_end(const TrainSettings& settings, int64_t end, const Logger& log);

}  // namespace dragoman
