// compare_tables [PATTERN]
//
// Measures the kernels with every table that the processor can run; with PATTERN, a regular
// expression, only kernels whose names match. Tables take turns of a millisecond on one core, so
// that other load disturbs all of them alike. Prints the median microseconds of a call, and the
// least ratio of a table's speed to that of a plainer one. Exits with 1 if a ratio is below 0.97: a
// table must not be slower than a plainer one. A table that a program never selects by itself is
// measured, but not judged.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <limits>
#include <regex>
#include <stdexcept>
#include <utility>

#include "kernel_cases.h"

namespace dragoman {
namespace {

constexpr double kLeastRatio = 0.97;

/// True if a program selects `table` by default, on this processor or on one with fewer
/// instructions.
bool is_ever_taken(const Kernels& table) {
  for (const Kernels* kernels : available_kernels()) {
    if (kernels == &table) return true;
    if (kernels == &fastest_kernels()) return false;
  }
  return false;
}

/// True if `other`, which stands before `table`, has int8 instructions that `table` lacks.
bool has_more_than(const Kernels& other, const Kernels& table) {
  return std::string(table.name) == "avx512" && std::string(other.name) == "avx2_vnni";
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A kernel of one table, with the seconds of a call in each turn.
struct Competitor {
  Competitor(const Kernels& kernels, std::function<void()> call)
      : table(kernels), work(std::move(call)) {}

  void take_turn() {
    const auto start = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < calls; ++i) work();
    seconds.push_back(seconds_since(start) / static_cast<double>(calls));
  }

  const Kernels& table;
  std::function<void()> work;
  int64_t calls = 1;  // per turn
  std::vector<double> seconds;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Returns the median over the turns of the ratio of `a`'s speed to `b`'s.
double speed_ratio(const Competitor& a, const Competitor& b) {
  std::vector<double> ratios;
  for (size_t i = 0; i < a.seconds.size(); ++i) ratios.push_back(b.seconds[i] / a.seconds[i]);
  return median(ratios);
}

void compete(std::vector<Competitor>& competitors) {
  constexpr double kTurn = 1e-3, kAll = 0.3;
  constexpr size_t kLeastTurns = 15;
  for (Competitor& competitor : competitors) {
    competitor.take_turn();
    competitor.take_turn();  // the first turn loads the data into the caches
    competitor.calls = std::max<int64_t>(1, static_cast<int64_t>(kTurn / competitor.seconds[1]));
    competitor.seconds.clear();
  }
  const auto start = std::chrono::steady_clock::now();
  const double all = kAll * static_cast<double>(competitors.size());
  while (competitors[0].seconds.size() < kLeastTurns || seconds_since(start) < all) {
    for (Competitor& competitor : competitors) competitor.take_turn();
  }
}

/// Prints a line; returns true if no table is slower than one before it.
bool print(const std::string& kernel, const std::vector<Competitor>& competitors) {
  double least = std::numeric_limits<double>::infinity();
  std::string slower;
  std::printf("%-34s", kernel.c_str());
  for (size_t i = 0; i < competitors.size(); ++i) {
    std::printf(" %11.2f", median(competitors[i].seconds) * 1e6);
    const Kernels& table = competitors[i].table;
    for (size_t before = 0; before < i && is_ever_taken(table); ++before) {
      const Kernels& plainer = competitors[before].table;
      if (has_more_than(plainer, table)) continue;
      const double ratio = speed_ratio(competitors[i], competitors[before]);
      least = std::min(least, ratio);
      if (ratio < kLeastRatio)
        slower.append(" ").append(table.name).append(" is slower than ").append(plainer.name);
    }
  }
  std::printf(" %8.2f%s\n", least, slower.c_str());
  std::fflush(stdout);
  return slower.empty();
}

bool compare_tables(const std::string& pattern) {
  const std::regex wanted(pattern);
  std::vector<std::vector<KernelCase>> tables;
  std::printf("%-34s", "microseconds");
  for (const Kernels* kernels : available_kernels()) {
    tables.push_back(kernel_cases(*kernels));
    std::printf(" %11s", kernels->name);
  }
  std::printf(" %8s\n", "ratio");
  bool is_in_order = true, is_any = false;
  for (size_t i = 0; i < tables[0].size(); ++i) {
    const std::string& name = tables[0][i].name;
    if (!std::regex_search(name, wanted)) continue;
    is_any = true;
    std::vector<Competitor> competitors;
    for (size_t table = 0; table < tables.size(); ++table)
      competitors.emplace_back(*available_kernels()[table], tables[table][i].prepare());
    compete(competitors);
    is_in_order = print(name, competitors) && is_in_order;
  }
  if (!is_any) throw std::invalid_argument("no kernel's name has `" + pattern + "`");
  return is_in_order;
}

}  // namespace
}  // namespace dragoman

int main(int argc, char** argv) {
  try {
    return dragoman::compare_tables(argc > 1 ? argv[1] : "") ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "compare_tables: %s\n", error.what());
    return 2;
  }
}
