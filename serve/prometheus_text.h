#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

// Prometheus' text format 0.0.4: a family of metrics is its head and its samples.

std::string metric_number(double value);
/// Returns NAME="VALUE", escaped; join several by commas.
std::string metric_label(const std::string& name, const std::string& value);
/// Returns the lines # HELP and # TYPE; `type` is counter, gauge or histogram.
std::string metric_head(const std::string& name, const std::string& type, const std::string& help);
std::string metric_sample(const std::string& name, const std::string& labels,
                          const std::string& value);

/// Returns a family with one sample and no labels.
std::string gauge_text(const std::string& name, const std::string& help, double value);
std::string gauge_text(const std::string& name, const std::string& help, int64_t value);
std::string counter_text(const std::string& name, const std::string& help, double value);
std::string counter_text(const std::string& name, const std::string& help, int64_t value);

/// A histogram of values with given upper bounds.
class Histogram {
 public:
  /// `bounds` must ascend.
  explicit Histogram(std::vector<double> bounds);

  void add(double value);
  /// Returns the samples NAME_bucket{LABELS,le="..."}, NAME_sum{LABELS} and NAME_count{LABELS}.
  std::string text(const std::string& name, const std::string& labels = "") const;

 private:
  std::vector<double> bounds_;
  std::vector<int64_t>
      counts_;  // of values in (previous bound, bound]; the last counts values above all bounds
  double sum_ = 0;
};

}  // namespace dragoman
