#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "serve/prometheus_text.h"

namespace dragoman {

/// Rate per second, averaged over the last minute.
class MinuteRate {
 public:
  /// `second`: since the start; must not decrease.
  void add(int64_t amount, int64_t second);
  /// In the first minute, the mean since the start.
  double per_second(int64_t second) const;

 private:
  static constexpr int64_t kSeconds = 60;
  struct Slot {
    int64_t second = -kSeconds;
    int64_t amount = 0;
  };
  std::array<Slot, kSeconds> slots_;
};

/// The metrics of a service, in Prometheus' text format 0.0.4.
class ServiceMetrics {
 public:
  ServiceMetrics();

  /// `route`: a path pattern of the service, not the client's path, since each route is kept
  /// forever.
  void count_request(const std::string& route, int status, double seconds);
  /// Counts a batch of sentences, of at most max_batch, and its tokens.
  void count_batch(size_t sentences, size_t max_batch, double seconds, int64_t source_tokens,
                   int64_t target_tokens);
  void count_timeout() { ++timeouts_; }

  std::atomic<int64_t> connections = 0;  // open now
  std::atomic<int64_t> queued = 0;       // sentences in the queue
  std::atomic<int64_t> workers = 0;
  std::atomic<int64_t> busy_workers = 0;
  std::atomic<int64_t> refused = 0;  // requests refused because the queue was full

  /// Returns all metrics: dragoman_requests_total{route,status}, dragoman_request_seconds
  /// (histogram by route), dragoman_queue_sentences, dragoman_batch_sentences and
  /// dragoman_batch_seconds (histograms), dragoman_batch_fill, dragoman_source_tokens_total,
  /// dragoman_target_tokens_total, dragoman_tokens_per_second, process_resident_memory_bytes,
  /// process_cpu_seconds_total, ...
  std::string text() const;

 private:
  struct Route {
    Route();
    std::map<int, int64_t> statuses;
    Histogram seconds;
  };

  int64_t age() const;  // in seconds
  std::string requests_text() const;
  std::string batches_text() const;
  std::string state_text() const;

  const std::chrono::steady_clock::time_point start_;
  const double start_time_;   // seconds since 1970
  mutable std::mutex mutex_;  // guards the members below except timeouts_
  std::map<std::string, Route> routes_;
  Histogram batch_sentences_;
  Histogram batch_seconds_;
  double batch_fill_ = 0;  // moving average over batches, 0 to 1
  bool has_batches_ = false;
  int64_t source_tokens_ = 0;
  int64_t target_tokens_ = 0;
  MinuteRate target_rate_;
  std::atomic<int64_t> timeouts_ = 0;
};

}  // namespace dragoman
