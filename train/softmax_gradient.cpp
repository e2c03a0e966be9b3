#include "train/softmax_gradient.h"

#include <ATen/Parallel.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "model/exp_of_negative.h"
#include "model/round_to_bf16.h"

// The loops below are plain ones that the compiler turns into vector code, once for each set of
// instructions; which of them runs is chosen at run time.
namespace dragoman {
namespace {

constexpr int64_t kRowsOfTask = 8;

DRAGOMAN_INLINE void store(float* to, float x) { *to = x; }
DRAGOMAN_INLINE void store(c10::BFloat16* to, float x) { to->x = round_to_bf16(x); }

/// What a row's softmax is made from.
struct Softmax {
  float largest;     // logit
  float scale;       // of e^(logit - largest): 1 / their sum
  double log_total;  // log of the sum of e^logit
  double sum;        // of logits
};

/// Also fills powers [V] with e^(logit - largest), which may stand where the logits do.
template <class Number>
DRAGOMAN_INLINE Softmax softmax_of(const Number* logits, int64_t vocabulary, float* powers) {
  float largest = static_cast<float>(logits[0]);
  float sum = 0;
#pragma omp simd reduction(max : largest) reduction(+ : sum)
  for (int64_t i = 0; i < vocabulary; ++i) {
    const auto logit = static_cast<float>(logits[i]);
    largest = logit > largest ? logit : largest;
    sum += logit;
  }
  float total = 0;
#pragma omp simd reduction(+ : total)
  for (int64_t i = 0; i < vocabulary; ++i) {
    powers[i] = exp_of_negative(static_cast<float>(logits[i]) - largest);
    total += powers[i];
  }
  return {.largest = largest,
          .scale = 1.0F / total,
          .log_total = std::log(static_cast<double>(total)) + largest,
          .sum = sum};
}

DRAGOMAN_INLINE double cross_entropy(const Softmax& softmax, double gold_logit, double smoothing,
                                     double uniform) {
  return softmax.log_total - (1.0 - smoothing) * gold_logit - uniform * softmax.sum;
}

/// Powers are kept in place, or in `room` where logits are too coarse for them.
DRAGOMAN_INLINE float* place_of_powers(float* logits, float*) { return logits; }
DRAGOMAN_INLINE float* place_of_powers(c10::BFloat16*, float* room) { return room; }

/// One row; its loss.
template <class Number>
DRAGOMAN_INLINE double turn_row(Number* logits, int64_t vocabulary, int64_t gold, double smoothing,
                                float* room) {
  const double gold_logit = static_cast<float>(logits[gold]);
  float* powers = place_of_powers(logits, room);
  const Softmax softmax = softmax_of(logits, vocabulary, powers);
  const double uniform = smoothing / static_cast<double>(vocabulary);
  const float scale = softmax.scale, shift = static_cast<float>(uniform);
  const float at_gold = powers[gold] * scale - shift + static_cast<float>(smoothing - 1.0);
#pragma omp simd
  for (int64_t i = 0; i < vocabulary; ++i) store(logits + i, powers[i] * scale - shift);
  store(logits + gold, at_gold);
  return cross_entropy(softmax, gold_logit, smoothing, uniform);
}

/// What two passes' probabilities of a token, p and q, add to the gradients of its logits.
struct PairGradient {
  float shift;     // smoothing / V
  float weight;    // of the divergences
  float p_from_q;  // KL(p || q)
  float q_from_p;  // KL(q || p)

  DRAGOMAN_INLINE float first(float p, float q, float log_ratio) const {
    return 0.5F * (p - shift) + weight * (p * (log_ratio - p_from_q) + p - q);
  }
  DRAGOMAN_INLINE float second(float p, float q, float log_ratio) const {
    return 0.5F * (q - shift) + weight * (q * (-log_ratio - q_from_p) + q - p);
  }
};

/// The rows of a token in two passes; their R-Drop loss. room [2 V].
template <class Number>
DRAGOMAN_INLINE double turn_pair(Number* first, Number* second, int64_t vocabulary, int64_t gold,
                                 double smoothing, double weight, float* room) {
  float *p_powers = room, *q_powers = room + vocabulary;
  const Softmax p_softmax = softmax_of(first, vocabulary, p_powers),
                q_softmax = softmax_of(second, vocabulary, q_powers);
  const float p_scale = p_softmax.scale, q_scale = q_softmax.scale;
  const auto shift = static_cast<float>(p_softmax.log_total - q_softmax.log_total);
  float p_from_q = 0, q_from_p = 0;
#pragma omp simd reduction(+ : p_from_q, q_from_p)
  for (int64_t i = 0; i < vocabulary; ++i) {
    const float log_ratio = static_cast<float>(first[i]) - static_cast<float>(second[i]) - shift;
    p_from_q += p_powers[i] * p_scale * log_ratio;
    q_from_p -= q_powers[i] * q_scale * log_ratio;
  }
  const double uniform = smoothing / static_cast<double>(vocabulary);
  const PairGradient gradient{.shift = static_cast<float>(uniform),
                              .weight = static_cast<float>(weight),
                              .p_from_q = p_from_q,
                              .q_from_p = q_from_p};
  const auto p_gold = static_cast<float>(first[gold]), q_gold = static_cast<float>(second[gold]);
#pragma omp simd
  for (int64_t i = 0; i < vocabulary; ++i) {
    const float log_ratio = static_cast<float>(first[i]) - static_cast<float>(second[i]) - shift;
    const float p = p_powers[i] * p_scale, q = q_powers[i] * q_scale;
    store(first + i, gradient.first(p, q, log_ratio));
    store(second + i, gradient.second(p, q, log_ratio));
  }
  const float p = p_powers[gold] * p_scale, q = q_powers[gold] * q_scale;
  const auto less = static_cast<float>((smoothing - 1.0) / 2);
  store(first + gold, gradient.first(p, q, p_gold - q_gold - shift) + less);
  store(second + gold, gradient.second(p, q, p_gold - q_gold - shift) + less);
  return (cross_entropy(p_softmax, p_gold, smoothing, uniform) +
          cross_entropy(q_softmax, q_gold, smoothing, uniform)) /
             2 +
         weight * (static_cast<double>(p_from_q) + q_from_p);
}

/// Rows that stand for themselves.
template <class Number>
struct SingleRows {
  LogitRows<Number> rows;
  double smoothing;

  int64_t count() const { return rows.rows; }
  int64_t room() const { return rows.vocabulary; }
  DRAGOMAN_INLINE double turn(int64_t row, float* room) const {
    return turn_row(rows.logits + row * rows.vocabulary, rows.vocabulary, rows.gold[row], smoothing,
                    room);
  }
};

/// Rows of two passes, those of the second after those of the first.
template <class Number>
struct PairedRows {
  LogitRows<Number> rows;
  double smoothing;
  double weight;

  int64_t count() const { return rows.rows / 2; }
  int64_t room() const { return 2 * rows.vocabulary; }
  DRAGOMAN_INLINE double turn(int64_t row, float* room) const {
    Number* first = rows.logits + row * rows.vocabulary;
    return turn_pair(first, first + count() * rows.vocabulary, rows.vocabulary, rows.gold[row],
                     smoothing, weight, room);
  }
};

template <class Rows>
DRAGOMAN_INLINE void turn_some(const Rows& rows, int64_t begin, int64_t end, double* losses) {
  std::vector<float> room(static_cast<size_t>(rows.room()));
  for (int64_t row = begin; row < end; ++row) losses[row] = rows.turn(row, room.data());
}

template <class Rows>
using Turn = void (*)(const Rows&, int64_t, int64_t, double*);

template <class Rows>
void turn_anywhere(const Rows& rows, int64_t begin, int64_t end, double* losses) {
  turn_some(rows, begin, end, losses);
}

#if defined(__x86_64__)
template <class Rows>
__attribute__((target("avx2,fma"))) void turn_avx2(const Rows& rows, int64_t begin, int64_t end,
                                                   double* losses) {
  turn_some(rows, begin, end, losses);
}

template <class Rows>
__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"))) void
turn_avx512(const Rows& rows, int64_t begin, int64_t end, double* losses) {
  turn_some(rows, begin, end, losses);
}

template <class Rows>
Turn<Rows> fastest_here() {
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  if (has_avx512) return turn_avx512<Rows>;
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has_avx2 ? turn_avx2<Rows> : turn_anywhere<Rows>;
}
#else
template <class Rows>
Turn<Rows> fastest_here() {
  return turn_anywhere<Rows>;
}
#endif

template <class Rows>
double turn_all(const Rows& rows) {
  static const Turn<Rows> turn = fastest_here<Rows>();
  std::vector<double> losses(static_cast<size_t>(rows.count()));
  at::parallel_for(0, rows.count(), kRowsOfTask,
                   [&](int64_t begin, int64_t end) { turn(rows, begin, end, losses.data()); });
  return std::accumulate(losses.begin(), losses.end(), 0.0);
}

}  // namespace

template <class Number>
double softmax_gradient(const LogitRows<Number>& rows, double smoothing) {
  return turn_all(SingleRows<Number>{rows, smoothing});
}

template <class Number>
double r_drop_gradient(const LogitRows<Number>& rows, double smoothing, double alpha) {
  return turn_all(PairedRows<Number>{rows, smoothing, alpha / 4});
}

template double softmax_gradient(const LogitRows<float>&, double);
template double softmax_gradient(const LogitRows<c10::BFloat16>&, double);
template double r_drop_gradient(const LogitRows<float>&, double, double);
template double r_drop_gradient(const LogitRows<c10::BFloat16>&, double, double);

}  // namespace dragoman
