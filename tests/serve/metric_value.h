#pragma once

#include <string>

#include "catch.h"
#include "serve/service_metrics.h"

namespace dragoman {

/// The value of a sample, named with its labels as the text has them.
inline double metric_value(const ServiceMetrics& metrics, const std::string& sample) {
  const std::string text = "\n" + metrics.text();
  const size_t place = text.find("\n" + sample + " ");
  INFO(sample);
  REQUIRE(place != std::string::npos);
  return std::stod(text.substr(place + sample.size() + 2));
}

}  // namespace dragoman
