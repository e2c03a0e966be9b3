#include "train/resumed_state.h"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>

namespace dragoman {
namespace {

/// Names the texts whose fingerprints differ.
std::string name_changed(const std::vector<std::string>& saved,
                         const std::vector<std::string>& current,
                         const std::vector<std::string>& names) {
  if (saved.size() != current.size()) return "the number of corpora";
  std::string list;
  for (size_t i = 0; i < saved.size(); ++i) {
    if (saved[i] != current[i]) list += (list.empty() ? "" : " and ") + names[i];
  }
  return list;
}

}  // namespace

TrainState resumed_state(TrainState saved, const TrainState& current,
                         const std::vector<std::string>& names, const std::string& folder,
                         bool force, const Logger& log) {
  if (saved.fingerprints != current.fingerprints && !force) {
    throw std::invalid_argument(fmt::format(
        "{} changed since {} was trained to update {}: give it the same text again, or go on with "
        "other text by --force",
        name_changed(saved.fingerprints, current.fingerprints, names), folder, saved.update));
  }
  if (saved.provenance.batches != current.provenance.batches) {
    log->warn(
        "earlier updates were made by a version that divided the text into other batches, or does "
        "not record how: results will differ from those of an uninterrupted run");
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

TrainState with_comparable_scores(TrainState saved, const TrainState& current, int64_t most,
                                  const Logger& log) {
  const auto differs = [](const std::string& former, const std::string& now) {
    return !former.empty() && former != now;
  };
  const bool has_other_text = differs(saved.valid_fingerprint, current.valid_fingerprint);
  if (has_other_text || differs(saved.metric, current.metric)) {
    log->info("the best validations to update {} are forgotten: their scores are of {}",
              saved.update,
              has_other_text ? "another validation text" : "train.best=" + saved.metric);
    saved.best.clear();
    saved.best_score.reset();
    saved.validations_without_gain = 0;
    saved.last_validated = -1;
  }
  saved.metric = current.metric;
  saved.valid_fingerprint = current.valid_fingerprint;
  if (std::ssize(saved.best) > most) saved.best.resize(static_cast<size_t>(most));
  return saved;
}

}  // namespace dragoman
