#include "peak.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace dragoman {
namespace {

/// Number of accumulators: enough to hide the latency of an instruction, few enough for 16
/// registers.
constexpr int kChains = 12;
constexpr int kRuns = 40;

/// Start values and results of the loops, so that compilers keep the loops.
volatile float number = 0.5F;

using Four [[gnu::vector_size(16)]] = float;

void multiply_and_add(int64_t turns) {
  const Four step = Four{} + number;
  Four products[kChains / 2], sums[kChains / 2];
  std::fill_n(products, kChains / 2, step);
  std::fill_n(sums, kChains / 2, step);
  for (int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 12
    for (int i = 0; i < kChains / 2; ++i) {
      products[i] *= 2 * step;
      sums[i] += step;
    }
  }
  for (int i = 0; i < kChains / 2; ++i) number = number + 0 * (products[i][0] + sums[i][0]);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void multiply_add_32(int64_t turns) {
  const __m256 half = _mm256_set1_ps(number);
  __m256 sums[kChains];
  for (__m256& sum : sums) sum = half;
  for (int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 12
    for (__m256& sum : sums) sum = _mm256_fmadd_ps(sum, half, half);
  }
  for (const __m256& sum : sums) number = number + 0 * _mm256_cvtss_f32(sum);
}

__attribute__((target("avx512f"))) void multiply_add_64(int64_t turns) {
  const __m512 half = _mm512_set1_ps(number);
  __m512 sums[kChains];
  for (__m512& sum : sums) sum = half;
  for (int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 12
    for (__m512& sum : sums) sum = _mm512_fmadd_ps(sum, half, half);
  }
  for (const __m512& sum : sums) number = number + 0 * _mm512_cvtss_f32(sum);
}
#endif

/// Returns the GFLOP/s of a loop with `operations` in each iteration.
double gflops(double operations, void (*loop)(int64_t)) {
  constexpr int64_t kTurns = 1'000'000;
  return best_rate(operations * kTurns / 1e9, [&] { loop(kTurns); });
}

}  // namespace

double best_rate(double amount, const std::function<void()>& work) {
  double best = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::max(best, amount / taken.count());
  }
  return best;
}

double peak_gflops(const std::string& table) {
#if defined(__x86_64__)
  if (table.starts_with("avx512")) return gflops(kChains * 16 * 2, multiply_add_64);
  if (table.starts_with("avx2")) return gflops(kChains * 8 * 2, multiply_add_32);
#endif
  return gflops(kChains * 4, multiply_and_add);
}

double memory_gb_per_second() {
  constexpr size_t kStreams = 4, kNumbersOfLine = 8;  // one number of each cache line is enough
  const std::vector<uint64_t> numbers(size_t{32} << 20U, 1);
  const size_t part = numbers.size() / kStreams;
  volatile uint64_t sum = 0;
  return best_rate(static_cast<double>(numbers.size() * sizeof(uint64_t)) / 1e9, [&] {
    uint64_t found = 0;
    for (size_t i = 0; i < part; i += kNumbersOfLine) {
      for (size_t stream = 0; stream < kStreams; ++stream) found += numbers[stream * part + i];
    }
    sum = found;
  });
}

}  // namespace dragoman
