#include "train/recovery.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace dragoman {
namespace {

constexpr const char* kAdvice =
    "lower train.learning_rate, raise train.warmup, or set train.clip_norm=1; if it happens at "
    "once, look for broken lines in the data";

}  // namespace

bool Recovery::accepts(double loss, double gradient_norm, TrainState& state) const {
  if (std::isfinite(loss) && std::isfinite(gradient_norm)) {
    state.skipped_in_row = 0;
    return true;
  }
  ++state.skipped_in_row;
  log_->warn("update {} is skipped: loss {}, norm of the gradient {}", state.update + 1, loss,
             gradient_norm);
  return false;
}

double Recovery::rate_factor(const TrainState& state) const {
  return std::pow(settings_.rollback_rate, static_cast<double>(state.rollbacks));
}

TrainState Recovery::go_back(const TrainState& state) const {
  const std::string what = fmt::format(
      "training diverges: {} updates in a row to update {} had a loss or gradient that is not "
      "finite",
      settings_.skip_limit, state.update);
  // Interim checkpoints depend on the clock: a rollback to one would not be reproducible.
  std::optional<TrainState> last;
  if (state.rollbacks < settings_.rollback_limit) last = saver_.load(/*interim_too=*/false);
  if (!last) {
    const std::string when = state.rollbacks < settings_.rollback_limit
                                 ? "before the first checkpoint"
                                 : fmt::format("after going back {} times", state.rollbacks);
    throw std::runtime_error(fmt::format("{}, {}: {}", what, when, kAdvice));
  }
  saver_.remove_interim(state.update + 1);
  last->rollbacks = state.rollbacks + 1;
  last->skipped_in_row = 0;
  saver_.save_interim(*last);  // keeps the rollback if the run stops now
  log_->warn("{}; going back to update {}, with the learning rate times {:.3g}", what, last->update,
             rate_factor(*last));
  return *last;
}

}  // namespace dragoman
