#include "serve/process_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "serve/prometheus_text.h"

namespace dragoman {
namespace {

struct Memory {
  int64_t virtual_bytes = 0;
  int64_t resident_bytes = 0;
};

Memory memory_of_process() {
  int64_t pages = 0, resident_pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident_pages;
  const int64_t page = ::sysconf(_SC_PAGESIZE);
  return {pages * page, resident_pages * page};
}

double cpu_seconds() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Counts open files, without the one that is open for counting.
int64_t open_files() {
  std::error_code error;
  const std::filesystem::directory_iterator files("/proc/self/fd", error);
  return error ? 0 : std::distance(begin(files), end(files)) - 1;
}

double most_open_files() {
  rlimit limit = {};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<double>(limit.rlim_cur);
}

}  // namespace

std::string process_metrics_text(double start_time) {
  const Memory memory = memory_of_process();
  return counter_text("process_cpu_seconds_total",
                      "Processor time of all threads, user and system.", cpu_seconds()) +
         gauge_text("process_resident_memory_bytes", "Memory in use.", memory.resident_bytes) +
         gauge_text("process_virtual_memory_bytes", "Address space in use.", memory.virtual_bytes) +
         gauge_text("process_open_fds", "Open files and sockets.", open_files()) +
         gauge_text("process_max_fds", "Limit of open files and sockets.", most_open_files()) +
         gauge_text("process_start_time_seconds", "When the service began, since 1970.",
                    start_time);
}

}  // namespace dragoman
