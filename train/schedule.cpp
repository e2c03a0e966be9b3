#include "train/schedule.h"

#include <algorithm>
#include <cmath>

namespace dragoman {
namespace {

double paper_rate(const TrainSettings& settings, double width, double update) {
  const double warmup = std::max<double>(1.0, static_cast<double>(settings.warmup));
  return settings.learning_rate / std::sqrt(width) *
         std::min(1.0 / std::sqrt(update), update / (warmup * std::sqrt(warmup)));
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
  if (settings.schedule == ScheduleType::kConstant) return settings.learning_rate;
  return settings.learning_rate * std::sqrt(std::max(warmup, 1.0) / number);
}

}  // namespace dragoman
