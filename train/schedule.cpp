#include "train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dragoman {
namespace {

double paper_rate(const TrainSettings& settings, double width, double update) {
  const double warmup = std::max<double>(1.0, static_cast<double>(settings.warmup));
  return settings.learning_rate / std::sqrt(width) *
         std::min(1.0 / std::sqrt(update), update / (warmup * std::sqrt(warmup)));
}

/// Returns the rate on the way from the peak to final_rate, after the warm-up.
double falling_rate(const TrainSettings& settings, double warmup, double update) {
  const double span = std::max(1.0, static_cast<double>(settings.updates) - warmup);
  const double done = std::min(1.0, (update - warmup) / span);
  const double left = settings.schedule == ScheduleType::kLinear
                          ? 1 - done
                          : (1 + std::cos(std::numbers::pi * done)) / 2;
  return settings.final_rate + (settings.learning_rate - settings.final_rate) * left;
}

}  // namespace

double learning_rate(const TrainSettings& settings, int64_t width, int64_t update) {
  const auto number = static_cast<double>(update), warmup = static_cast<double>(settings.warmup);
  if (settings.schedule == ScheduleType::kPaper)
    return paper_rate(settings, static_cast<double>(width), number);
  if (number < warmup) {
    return settings.initial_rate +
           (settings.learning_rate - settings.initial_rate) * number / warmup;
  }
  switch (settings.schedule) {
    case ScheduleType::kConstant:
      return settings.learning_rate;
    case ScheduleType::kLinear:
    case ScheduleType::kCosine:
      return falling_rate(settings, warmup, number);
    default:
      return settings.learning_rate * std::sqrt(std::max(warmup, 1.0) / number);
  }
}

int64_t expected_end(const TrainSettings& settings, int64_t update, DataPosition next,
                     int64_t epoch_updates) {
  if (settings.epochs == 0 || epoch_updates == 0) return settings.updates;
  // Of type double: epochs may be so many that integers overflow.
  const double to_do =
      static_cast<double>(settings.epochs - next.epoch) * static_cast<double>(epoch_updates) -
      static_cast<double>(next.update);
  const double end = static_cast<double>(update) + std::max(to_do, 0.0);
  const double most = settings.updates > 0 ? static_cast<double>(settings.updates) : 1e15;
  return end < most ? std::llround(end) : settings.updates;
}

void warn_of_early_end(const TrainSettings& settings, int64_t end, const Logger& log) {
  if (!settings.falls_to_end() || end >= settings.updates / 2) return;
  log->warn(
      "train.epochs is {}, so that training ends at about update {}, but with train.schedule {} "
      "the rate falls until train.updates ({}); set train.updates to {}",
      settings.epochs, end, name_of(settings.schedule), settings.updates, end);
}

}  // namespace dragoman
