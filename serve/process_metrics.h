#pragma once

#include <string>

namespace dragoman {

/// What Prometheus' own clients tell of a process: memory, processor time, open files, and when it
/// began, in seconds since 1970.
std::string process_metrics_text(double start_time);

}  // namespace dragoman
