#pragma once

#include <string>

namespace dragoman {

/// Returns the metrics of a process that Prometheus' own clients report: memory, processor time,
/// open files, and the start time in seconds since 1970.
std::string process_metrics_text(double start_time);

}  // namespace dragoman
