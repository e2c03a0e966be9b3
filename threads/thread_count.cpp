#include "threads/thread_count.h"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

namespace dragoman {
namespace {

/// Counts cores. Threads of one core share its arithmetic units, so two of them are no faster than
/// one.
int count_cores() {
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0) return 1;
  std::set<std::string> cores;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (!CPU_ISSET(i, &processors)) continue;
    const std::string name = "cpu" + std::to_string(i);
    std::ifstream file("/sys/devices/system/cpu/" + name + "/topology/thread_siblings_list");
    std::string siblings;
    std::getline(file, siblings);
    cores.insert(siblings.empty() ? name : siblings);
  }
  return std::max(1, static_cast<int>(cores.size()));
}

int count_from_environment() {
  const char* text = std::getenv("OMP_NUM_THREADS");
  return text == nullptr ? 0 : std::atoi(text);
}

thread_local int count_of_this_thread = 0;  // 0: the default

}  // namespace

int default_thread_count() {
  static const int count = [] {
    const int wanted = count_from_environment();
    return wanted > 0 ? wanted : count_cores();
  }();
  return count;
}

int thread_count() {
  return count_of_this_thread > 0 ? count_of_this_thread : default_thread_count();
}

size_t threads_or_default(int64_t threads) {
  return static_cast<size_t>(threads > 0 ? threads : thread_count());
}

ThreadCount::ThreadCount(int count) : before_(count_of_this_thread) {
  if (count > 0) count_of_this_thread = count;
}

ThreadCount::~ThreadCount() { count_of_this_thread = before_; }

}  // namespace dragoman
