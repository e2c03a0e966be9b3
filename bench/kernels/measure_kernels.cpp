// measure_kernels [options of Google Benchmark]
//
// Measures every kernel of every table that the processor runs, on one core: GFLOP/s, their share
// of the peak in fp32 of the table's instructions, which is measured first, and GB/s. Names are
// TABLE/KERNEL/SHAPE, to be chosen from with
// --benchmark_filter.

#include <cstdio>

#include "benchmarks.h"
#include "peak.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const dragoman::Kernels* kernels : dragoman::available_kernels()) {
    const dragoman::MeasuredTable table{*kernels, dragoman::peak_gflops(kernels->name)};
    std::fprintf(stderr, "%s: peak of fp32 %.1f GFLOP/s\n", kernels->name, table.peak_gflops);
    add_product_benchmarks(table);
    add_attention_benchmarks(table);
    add_row_benchmarks(table);
  }
  benchmark::RunSpecifiedBenchmarks();
}
