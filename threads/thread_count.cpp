#include "threads/thread_count.h"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "threads/cpu_quota.h"

namespace dragoman {
namespace {

constexpr size_t kMostSets = 64;  // of 1,024 processors

/// Returns the numbers of the processors that this thread may use; none if the system does not say.
std::vector<int> usable_processors() {
  // The system wants room for all processors that the machine can have.
  for (size_t sets = 1; sets <= kMostSets; sets *= 2) {
    std::vector<cpu_set_t> room(sets);
    const size_t size = sets * sizeof(cpu_set_t);
    if (sched_getaffinity(0, size, room.data()) != 0) continue;
    std::vector<int> numbers;
    for (int i = 0; i < static_cast<int>(sets) * CPU_SETSIZE; ++i)
      if (CPU_ISSET_S(static_cast<size_t>(i), size, room.data())) numbers.push_back(i);
    return numbers;
  }
  return {};
}

/// Counts cores. Threads of one core share its arithmetic units, so two of them are no faster than
/// one.
int count_cores() {
  std::set<std::string> cores;
  for (const int i : usable_processors()) {
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
    if (wanted > 0) return wanted;
    const int cores = count_cores();
    return std::min(cores, cpu_quota().value_or(cores));
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
