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
  if (saved.parts == 0) {
    log->warn(
        "earlier updates were made by a version that divided them differently: results will differ "
        "in the last digits from those of an uninterrupted run");
  } else if (saved.provenance != current.provenance) {
    log->warn(
        "earlier updates were made by {}; later ones will be by {}: results will differ in the "
        "last digits from those of an uninterrupted run",
        describe(saved.provenance), describe(current.provenance));
  }
  saved.fingerprints = current.fingerprints;
  saved.provenance = current.provenance;
  return saved;
}

}  // namespace dragoman
