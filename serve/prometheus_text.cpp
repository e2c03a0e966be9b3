#include "serve/prometheus_text.h"

#include <algorithm>
#include <charconv>

namespace dragoman {
namespace {

std::string family(const std::string& name, const std::string& type, const std::string& help,
                   const std::string& value) {
  return metric_head(name, type, help) + metric_sample(name, "", value);
}

}  // namespace

std::string metric_number(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string metric_label(const std::string& name, const std::string& value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '\\' || c == '"') escaped += '\\';
    if (c == '\n') {
      escaped += "\\n";
    } else {
      escaped += c;
    }
  }
  return name + "=\"" + escaped + "\"";
}

std::string metric_head(const std::string& name, const std::string& type, const std::string& help) {
  return "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
}

std::string metric_sample(const std::string& name, const std::string& labels,
                          const std::string& value) {
  return name + (labels.empty() ? "" : "{" + labels + "}") + " " + value + "\n";
}

std::string gauge_text(const std::string& name, const std::string& help, double value) {
  return family(name, "gauge", help, metric_number(value));
}

std::string gauge_text(const std::string& name, const std::string& help, int64_t value) {
  return family(name, "gauge", help, std::to_string(value));
}

std::string counter_text(const std::string& name, const std::string& help, double value) {
  return family(name, "counter", help, metric_number(value));
}

std::string counter_text(const std::string& name, const std::string& help, int64_t value) {
  return family(name, "counter", help, std::to_string(value));
}

Histogram::Histogram(std::vector<double> bounds)
    : bounds_(std::move(bounds)), counts_(bounds_.size() + 1) {}

void Histogram::add(double value) {
  const auto bound = std::lower_bound(bounds_.begin(), bounds_.end(), value);
  ++counts_[bound - bounds_.begin()];
  sum_ += value;
}

std::string Histogram::text(const std::string& name, const std::string& labels) const {
  std::string text;
  int64_t count = 0;  // each bucket counts all values up to its bound
  for (size_t i = 0; i < counts_.size(); ++i) {
    count += counts_[i];
    const std::string bound = i < bounds_.size() ? metric_number(bounds_[i]) : "+Inf";
    text += metric_sample(name + "_bucket",
                          (labels.empty() ? "" : labels + ",") + metric_label("le", bound),
                          std::to_string(count));
  }
  return text + metric_sample(name + "_sum", labels, metric_number(sum_)) +
         metric_sample(name + "_count", labels, std::to_string(count));
}

}  // namespace dragoman
