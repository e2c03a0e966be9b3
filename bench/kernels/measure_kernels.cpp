// measure_kernels [options of Google Benchmark]
//
// Measures every kernel of every table that the processor can run, on one core: GFLOP/s, their
// share of the fp32 peak of the table's instructions (measured first), and GB/s, all in processor
// time. Names are TABLE/KERNEL/SHAPE; choose with --benchmark_filter.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <ctime>

#include "kernel_cases.h"
#include "peak.h"

namespace dragoman {
namespace {

void report(benchmark::State& state, const Amount& amount, double peak, double seconds) {
  const double gflops = amount.operations / seconds / 1e9;
  if (amount.operations > 0) {
    state.counters["GFLOP/s"] = gflops;
    state.counters["of_peak"] = gflops / peak;
  }
  if (amount.bytes > 0) state.counters["GB/s"] = amount.bytes / seconds / 1e9;
}

void measure(benchmark::State& state, const KernelCase& kernel, double peak) {
  const std::function<void()> work = kernel.prepare();
  work();
  const std::clock_t start = std::clock();
  for (auto _ : state) work();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  report(state, kernel.amount, peak, seconds / static_cast<double>(state.iterations()));
}

void add_benchmarks(const Kernels& kernels) {
  const double peak = peak_gflops(kernels.name);
  std::fprintf(stderr, "%s: peak of fp32 %.1f GFLOP/s\n", kernels.name, peak);
  for (const KernelCase& kernel : kernel_cases(kernels)) {
    const std::string name = std::string(kernels.name) + "/" + kernel.name;
    benchmark::RegisterBenchmark(name.c_str(),
                                 [=](benchmark::State& state) { measure(state, kernel, peak); });
  }
}

}  // namespace
}  // namespace dragoman

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const dragoman::Kernels* kernels : dragoman::available_kernels())
    dragoman::add_benchmarks(*kernels);
  benchmark::RunSpecifiedBenchmarks();
}
