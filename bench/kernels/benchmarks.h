#pragma once

#include <benchmark/benchmark.h>

#include <ctime>
#include <functional>
#include <string>

#include "kernels/kernels.h"

namespace dragoman {

/// A table and the rate that its kernels are compared with.
struct MeasuredTable {
  const Kernels& kernels;
  double peak_gflops;  // of fp32, as peak.h measures it
};

/// What one call of a kernel does. What is zero is not reported.
struct Amount {
  double operations = 0;
  double bytes = 0;  // read and written
};

/// Reports GFLOP/s, their share of the table's peak in fp32, and GB/s, by the processor's time.
inline void report(benchmark::State& state, const Amount& amount, double peak_gflops,
                   double seconds) {
  const double gflops = amount.operations / seconds / 1e9;
  if (amount.operations > 0) {
    state.counters["GFLOP/s"] = gflops;
    state.counters["of_peak"] = gflops / peak_gflops;
  }
  if (amount.bytes > 0) state.counters["GB/s"] = amount.bytes / seconds / 1e9;
}

/// Adds a benchmark `TABLE/NAME`. `prepare` makes the inputs and returns what is timed.
inline void add_benchmark(const MeasuredTable& table, const std::string& name, const Amount& amount,
                          const std::function<std::function<void()>()>& prepare) {
  const auto run = [peak = table.peak_gflops, amount, prepare](benchmark::State& state) {
    const std::function<void()> work = prepare();
    work();
    const std::clock_t start = std::clock();
    for (auto _ : state) work();
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    report(state, amount, peak, seconds / static_cast<double>(state.iterations()));
  };
  benchmark::RegisterBenchmark((std::string(table.kernels.name) + "/" + name).c_str(), run);
}

void add_product_benchmarks(const MeasuredTable& table);
void add_attention_benchmarks(const MeasuredTable& table);
void add_row_benchmarks(const MeasuredTable& table);

}  // namespace dragoman
