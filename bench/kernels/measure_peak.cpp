// measure_peak
//
// Prints the speed of one core as JSON, with the table named by DRAGOMAN_KERNELS or the fastest
// one: GFLOP/s of multiply-adds in fp32, of products in bf16 and int8 (64 rows of 512 x 512), and
// GB/s read from memory.

#include <cstdio>
#include <exception>

#include "peak.h"
#include "product_case.h"

namespace dragoman {
namespace {

/// Billions (10^9) of operations per second; the best of several runs.
double product_rate(const Kernels& kernels, NumberFormat format) {
  constexpr int kCalls = 50;
  constexpr ProductShape kShape{.rows = 64, .inputs = 512, .outputs = 512};
  ProductCase product(kernels, format, kShape);
  return best_rate(kShape.operations() * kCalls / 1e9, [&] {
    for (int call = 0; call < kCalls; ++call) product.run();
  });
}

void print_rates() {
  const Kernels& kernels = chosen_kernels();
  std::printf("{\"table\": \"%s\", \"fp32_gflops\": %.1f, \"bf16_gflops\": %.1f, ", kernels.name,
              peak_gflops(kernels.name), product_rate(kernels, NumberFormat::kBf16));
  std::printf("\"int8_gops\": %.1f, \"memory_gb_s\": %.1f}\n",
              product_rate(kernels, NumberFormat::kInt8), memory_gb_per_second());
}

}  // namespace
}  // namespace dragoman

int main() {
  try {
    dragoman::print_rates();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "measure_peak: %s\n", error.what());
    return 1;
  }
}
