#include "train/softmax_gradient.h"

#include <ATen/Parallel.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "model/exp_of_negative.h"
#include "model/vector_clones.h"

// The loops below are plain ones that the compiler turns into vector code, once for each set of
// instructions; which of them runs is chosen at run time.
namespace dragoman {
namespace {

constexpr int64_t kRowsOfTask = 8;

/// One row; its loss.
DRAGOMAN_INLINE double turn_row(float* logits, int64_t vocabulary, int64_t gold, double smoothing) {
  float largest = logits[0];
  float sum = 0;
#pragma omp simd reduction(max : largest) reduction(+ : sum)
  for (int64_t i = 0; i < vocabulary; ++i) {
    largest = logits[i] > largest ? logits[i] : largest;
    sum += logits[i];
  }
  const double gold_logit = logits[gold];
  float total = 0;
#pragma omp simd reduction(+ : total)
  for (int64_t i = 0; i < vocabulary; ++i) {
    logits[i] = exp_of_negative(logits[i] - largest);
    total += logits[i];
  }
  const double uniform = smoothing / static_cast<double>(vocabulary);
  const float scale = 1.0F / total, shift = static_cast<float>(uniform);
#pragma omp simd
  for (int64_t i = 0; i < vocabulary; ++i) logits[i] = logits[i] * scale - shift;
  logits[gold] += static_cast<float>(smoothing - 1.0);
  const double log_total = std::log(static_cast<double>(total)) + largest;
  return log_total - (1.0 - smoothing) * gold_logit - uniform * sum;
}

DRAGOMAN_INLINE void turn_rows(const LogitRows& rows, double smoothing, int64_t begin, int64_t end,
                               double* losses) {
  for (int64_t row = begin; row < end; ++row) {
    losses[row] =
        turn_row(rows.logits + row * rows.vocabulary, rows.vocabulary, rows.gold[row], smoothing);
  }
}

using TurnRows = void (*)(const LogitRows&, double, int64_t, int64_t, double*);

void turn_rows_anywhere(const LogitRows& rows, double smoothing, int64_t begin, int64_t end,
                        double* losses) {
  turn_rows(rows, smoothing, begin, end, losses);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void turn_rows_avx2(const LogitRows& rows, double smoothing,
                                                        int64_t begin, int64_t end,
                                                        double* losses) {
  turn_rows(rows, smoothing, begin, end, losses);
}

__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"))) void
turn_rows_avx512(const LogitRows& rows, double smoothing, int64_t begin, int64_t end,
                 double* losses) {
  turn_rows(rows, smoothing, begin, end, losses);
}

TurnRows fastest_here() {
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  if (has_avx512) return turn_rows_avx512;
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has_avx2 ? turn_rows_avx2 : turn_rows_anywhere;
}
#else
TurnRows fastest_here() { return turn_rows_anywhere; }
#endif

}  // namespace

double softmax_gradient(const LogitRows& rows, double smoothing) {
  static const TurnRows turn = fastest_here();
  std::vector<double> losses(static_cast<size_t>(rows.rows));
  at::parallel_for(0, rows.rows, kRowsOfTask, [&](int64_t begin, int64_t end) {
    turn(rows, smoothing, begin, end, losses.data());
  });
  return std::accumulate(losses.begin(), losses.end(), 0.0);
}

}  // namespace dragoman
