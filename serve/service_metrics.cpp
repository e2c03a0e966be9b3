#include "serve/service_metrics.h"

#include <algorithm>
#include <vector>

#include "serve/process_metrics.h"

namespace dragoman {
namespace {

/// Limits memory if a caller passes invented routes.
constexpr size_t kMostRoutes = 100;

/// Weight of a batch in the moving average.
constexpr double kFillWeight = 0.05;

std::vector<double> time_bounds() {
  return {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};
}

std::vector<double> size_bounds() { return {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}; }

double seconds_since_1970() {
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(time).count();
}

}  // namespace

void MinuteRate::add(int64_t amount, int64_t second) {
  Slot& slot = slots_[second % kSeconds];
  if (slot.second != second) slot = {second, 0};
  slot.amount += amount;
}

double MinuteRate::per_second(int64_t second) const {
  int64_t sum = 0;
  for (const Slot& slot : slots_) {
    if (slot.second > second - kSeconds) sum += slot.amount;
  }
  return static_cast<double>(sum) / static_cast<double>(std::min(second + 1, kSeconds));
}

ServiceMetrics::Route::Route() : seconds(time_bounds()) {}

ServiceMetrics::ServiceMetrics()
    : start_(std::chrono::steady_clock::now()),
      start_time_(seconds_since_1970()),
      batch_sentences_(size_bounds()),
      batch_seconds_(time_bounds()) {}

int64_t ServiceMetrics::age() const {
  const auto since = std::chrono::steady_clock::now() - start_;
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

void ServiceMetrics::count_request(const std::string& route, int status, double seconds) {
  const std::lock_guard lock(mutex_);
  const bool is_known = routes_.size() < kMostRoutes || routes_.count(route) > 0;
  Route& counted = routes_[is_known ? route : "other"];
  ++counted.statuses[status];
  counted.seconds.add(seconds);
}

void ServiceMetrics::count_batch(size_t sentences, size_t max_batch, double seconds,
                                 int64_t source_tokens, int64_t target_tokens) {
  const std::lock_guard lock(mutex_);
  const double fill = static_cast<double>(sentences) / static_cast<double>(max_batch);
  batch_fill_ += (has_batches_ ? kFillWeight : 1.0) * (fill - batch_fill_);
  has_batches_ = true;
  batch_sentences_.add(static_cast<double>(sentences));
  batch_seconds_.add(seconds);
  source_tokens_ += source_tokens;
  target_tokens_ += target_tokens;
  target_rate_.add(target_tokens, age());
}

std::string ServiceMetrics::requests_text() const {
  const std::string total = "dragoman_requests_total", seconds = "dragoman_request_seconds";
  std::string text = metric_head(total, "counter", "Requests answered, by route and status.");
  for (const auto& [route, counted] : routes_) {
    for (const auto& [status, count] : counted.statuses) {
      text += metric_sample(
          total,
          metric_label("route", route) + "," + metric_label("status", std::to_string(status)),
          std::to_string(count));
    }
  }
  text += metric_head(seconds, "histogram", "Time that requests took, by route.");
  for (const auto& [route, counted] : routes_)
    text += counted.seconds.text(seconds, metric_label("route", route));
  return text;
}

std::string ServiceMetrics::batches_text() const {
  const std::string sentences = "dragoman_batch_sentences", seconds = "dragoman_batch_seconds";
  return metric_head(sentences, "histogram", "Sentences translated together.") +
         batch_sentences_.text(sentences) +
         metric_head(seconds, "histogram", "Time that translating a batch took.") +
         batch_seconds_.text(seconds) +
         gauge_text("dragoman_batch_fill",
                    "Sentences of a batch as a share of the most, a moving average.", batch_fill_) +
         counter_text("dragoman_source_tokens_total", "Tokens of translated sentences.",
                      source_tokens_) +
         counter_text("dragoman_target_tokens_total", "Tokens of the best translations.",
                      target_tokens_) +
         gauge_text("dragoman_tokens_per_second", "Target tokens a second over the last minute.",
                    target_rate_.per_second(age()));
}

std::string ServiceMetrics::state_text() const {
  return gauge_text("dragoman_connections", "Open connections.", connections.load()) +
         gauge_text("dragoman_queue_sentences", "Sentences that wait.", queued.load()) +
         gauge_text("dragoman_workers", "Workers.", workers.load()) +
         gauge_text("dragoman_busy_workers", "Workers that translate.", busy_workers.load()) +
         counter_text("dragoman_refused_requests_total",
                      "Requests refused because too many sentences waited.", refused.load()) +
         counter_text("dragoman_timeouts_total",
                      "Sentences, or other work, whose time was over before they were done.",
                      timeouts_.load());
}

std::string ServiceMetrics::text() const {
  const std::lock_guard lock(mutex_);
  return requests_text() + batches_text() + state_text() + process_metrics_text(start_time_);
}

}  // namespace dragoman
