#include "train/resumed_state.h"

#include <fmt/format.h>

#include <stdexcept>

namespace dragoman {

TrainState resumed_state(TrainState saved, const TrainState& current, const std::string& folder,
                         bool force, const Logger& log) {
  if (saved.fingerprints != current.fingerprints && !force) {
    throw std::invalid_argument(fmt::format(
        "the corpora are not those that {} was trained on until update {}: give it the same text "
        "again, or go on with other text by --force",
        folder, saved.update));
  }
  if (saved.num_threads != current.num_threads) {
    log->warn(
        "updates until now were done with {} threads, from now on with {}: what comes out differs "
        "in the last digits from an undisturbed run; --threads {} avoids that",
        saved.num_threads, current.num_threads, saved.num_threads);
  }
  if (saved.arithmetic != current.arithmetic) {
    log->warn(
        "updates until now were done by {}; from now on by {}: what comes out differs in the last "
        "digits from an undisturbed run",
        describe(saved.arithmetic), describe(current.arithmetic));
  }
  saved.fingerprints = current.fingerprints;
  saved.num_threads = current.num_threads;
  saved.arithmetic = current.arithmetic;
  return saved;
}

}  // namespace dragoman
