#include "train/run_end.h"

#include <fmt/format.h>

#include "io/shell_word.h"

namespace dragoman {
namespace {

bool ends_by_length(const TrainState& state, const TrainSettings& settings) {
  return (settings.updates > 0 && state.update >= settings.updates) ||
         (settings.epochs > 0 && state.position.epoch >= settings.epochs);
}

bool ends_by_patience(const TrainState& state, const TrainSettings& settings) {
  return settings.patience > 0 && state.validations_without_gain >= settings.patience;
}

}  // namespace

bool is_due(int64_t every, const TrainState& state) {
  return every == 0 ? state.position.update == 0 : state.update % every == 0;
}

bool has_ended(const TrainState& state, const TrainSettings& settings) {
  return ends_by_length(state, settings) || ends_by_patience(state, settings);
}

void log_end_by_patience(const TrainState& state, const TrainSettings& settings,
                         const std::string& folder, const Logger& log) {
  if (ends_by_length(state, settings) || !ends_by_patience(state, settings)) return;
  const std::string best = state.best.empty()
                               ? "an earlier one"
                               : fmt::format("that of update {}", state.best.front().update);
  const int64_t count = state.validations_without_gain;
  log->info(
      "train.patience ends training: the last {} not better than {}; to go on, "
      "`dragoman train {} --set train.patience={}`",
      count == 1 ? "validation was" : fmt::format("{} validations were", count), best,
      shell_word(folder), 2 * count);
}

}  // namespace dragoman
