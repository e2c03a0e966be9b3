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

/// Returns "" if the memory is unknown, as where no more files can be opened.
std::string memory_text() {
  int64_t pages = 0, resident_pages = 0;
  if (!(std::ifstream("/proc/self/statm") >> pages >> resident_pages)) return "";
  const int64_t page = ::sysconf(_SC_PAGESIZE);
  return gauge_text("process_resident_memory_bytes", "Memory in use.", resident_pages * page) +
         gauge_text("process_virtual_memory_bytes", "Address space in use.", pages * page);
}

double cpu_seconds() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double most_open_files() {
  rlimit limit = {};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<double>(limit.rlim_cur);
}

/// Counts open files, without the one that is open for counting. If no more may be opened, they are
/// as many as may be. Returns "" if their number is unknown.
std::string open_files_text() {
  std::error_code error;
  const std::filesystem::directory_iterator files("/proc/self/fd", error);
  const bool has_most = error == std::errc::too_many_files_open;
  if (error && !has_most) return "";
  return gauge_text("process_open_fds", "Open files and sockets.",
                    has_most ? most_open_files()
                             : static_cast<double>(std::distance(begin(files), end(files)) - 1));
}

}  // namespace

std::string process_metrics_text(double start_time) {
  return counter_text("process_cpu_seconds_total",
                      "Processor time of all threads, user and system.", cpu_seconds()) +
         memory_text() + open_files_text() +
         gauge_text("process_max_fds", "Limit of open files and sockets.", most_open_files()) +
         gauge_text("process_start_time_seconds", "When the service began, since 1970.",
                    start_time);
}

}  // namespace dragoman
