#include "train/softmax_gradient.h"

#include <ATen/Parallel.h>

#include <cmath>
#include <numeric>
#include <type_traits>
#include <vector>

#include "model/exp_of_negative.h"
#include "model/vector_clones.h"

// The loops below are plain ones that the compiler turns into vector code, once for each set of
// instructions; which of them runs is chosen at run time.
namespace dragoman {
namespace {

constexpr int64_t kRowsOfTask = 8;

/// The nearest number of the type, ties to even; no branch stands in the way of vector code.
DRAGOMAN_INLINE void store(float* to, float x) { *to = x; }
DRAGOMAN_INLINE void store(c10::BFloat16* to, float x) {
  const auto bits = __builtin_bit_cast(uint32_t, x);
  to->x = static_cast<uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U);
}

/// Where e^(logit - largest) of a row is kept in between: in place, or in `room` [V] where logits
/// are too coarse for it.
DRAGOMAN_INLINE float* exponentials(float* logits, float*) { return logits; }
DRAGOMAN_INLINE float* exponentials(c10::BFloat16*, float* room) { return room; }

/// One row; its loss.
template <class Number>
DRAGOMAN_INLINE double turn_row(Number* logits, int64_t vocabulary, int64_t gold, double smoothing,
                                float* room) {
  float largest = static_cast<float>(logits[0]);
  float sum = 0;
#pragma omp simd reduction(max : largest) reduction(+ : sum)
  for (int64_t i = 0; i < vocabulary; ++i) {
    const auto logit = static_cast<float>(logits[i]);
    largest = logit > largest ? logit : largest;
    sum += logit;
  }
  const double gold_logit = static_cast<float>(logits[gold]);
  float* powers = exponentials(logits, room);
  float total = 0;
#pragma omp simd reduction(+ : total)
  for (int64_t i = 0; i < vocabulary; ++i) {
    powers[i] = exp_of_negative(static_cast<float>(logits[i]) - largest);
    total += powers[i];
  }
  const double uniform = smoothing / static_cast<double>(vocabulary);
  const float scale = 1.0F / total, shift = static_cast<float>(uniform);
  const float at_gold = powers[gold] * scale - shift + static_cast<float>(smoothing - 1.0);
#pragma omp simd
  for (int64_t i = 0; i < vocabulary; ++i) store(logits + i, powers[i] * scale - shift);
  store(logits + gold, at_gold);
  const double log_total = std::log(static_cast<double>(total)) + largest;
  return log_total - (1.0 - smoothing) * gold_logit - uniform * sum;
}

template <class Number>
DRAGOMAN_INLINE void turn_rows(const LogitRows<Number>& rows, double smoothing, int64_t begin,
                               int64_t end, double* losses) {
  std::vector<float> room(std::is_same_v<Number, float> ? 0 : static_cast<size_t>(rows.vocabulary));
  for (int64_t row = begin; row < end; ++row) {
    losses[row] = turn_row(rows.logits + row * rows.vocabulary, rows.vocabulary, rows.gold[row],
                           smoothing, room.data());
  }
}

template <class Number>
using TurnRows = void (*)(const LogitRows<Number>&, double, int64_t, int64_t, double*);

template <class Number>
void turn_rows_anywhere(const LogitRows<Number>& rows, double smoothing, int64_t begin, int64_t end,
                        double* losses) {
  turn_rows(rows, smoothing, begin, end, losses);
}

#if defined(__x86_64__)
template <class Number>
__attribute__((target("avx2,fma"))) void turn_rows_avx2(const LogitRows<Number>& rows,
                                                        double smoothing, int64_t begin,
                                                        int64_t end, double* losses) {
  turn_rows(rows, smoothing, begin, end, losses);
}

template <class Number>
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"))) void
turn_rows_avx512(const LogitRows<Number>& rows, double smoothing, int64_t begin, int64_t end,
                 double* losses) {
  turn_rows(rows, smoothing, begin, end, losses);
}

template <class Number>
TurnRows<Number> fastest_here() {
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  if (has_avx512) return turn_rows_avx512<Number>;
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has_avx2 ? turn_rows_avx2<Number> : turn_rows_anywhere<Number>;
}
#else
template <class Number>
TurnRows<Number> fastest_here() {
  return turn_rows_anywhere<Number>;
}
#endif

template <class Number>
double turn_all_rows(const LogitRows<Number>& rows, double smoothing) {
  static const TurnRows<Number> turn = fastest_here<Number>();
  std::vector<double> losses(static_cast<size_t>(rows.rows));
  at::parallel_for(0, rows.rows, kRowsOfTask, [&](int64_t begin, int64_t end) {
    turn(rows, smoothing, begin, end, losses.data());
  });
  return std::accumulate(losses.begin(), losses.end(), 0.0);
}

}  // namespace

double softmax_gradient(const LogitRows<float>& rows, double smoothing) {
  return turn_all_rows(rows, smoothing);
}

double softmax_gradient(const LogitRows<c10::BFloat16>& rows, double smoothing) {
  return turn_all_rows(rows, smoothing);
}

}  // namespace dragoman
