#pragma once

#include "kernels/exponential.h"
#include "kernels/training.h"

// Turns logits into the gradient of their loss.

namespace dragoman {
namespace {

/// Parameters of a row's softmax.
struct Softmax {
  float scale;       // of e^(logit - largest): 1 / their sum
  double log_total;  // log of the sum of e^logit
  double sum;        // of logits
};

/// Also fills powers [V] with e^(logit - largest). `powers` may be the logits' own memory.
template <class Number>
DRAGOMAN_INLINE Softmax softmax_of(const Number* logits, int64_t vocabulary, float* powers) {
  Lanes largest(-__builtin_inff()), sum(0), total(0);
  for_lanes(
      vocabulary, [&](const auto& place) __attribute__((always_inline)) {
        largest = larger(largest, place.load(logits, -__builtin_inff()));
        sum = sum + place.load(logits);
      });
  const float most = largest_of(largest);
  for_lanes(
      vocabulary, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes power = exp_of_negative(place.load(logits, -__builtin_inff()) - Lanes(most));
        total = total + power;
        place.store(powers, power);
      });
  const float all = sum_of(total);
  return {.scale = 1.0F / all,
          .log_total = log_of(static_cast<double>(all)) + static_cast<double>(most),
          .sum = sum_of(sum)};
}

DRAGOMAN_INLINE double cross_entropy(const Softmax& softmax, double gold_logit,
                                     const LogitRow& row) {
  const double uniform = row.smoothing / static_cast<double>(row.vocabulary);
  return softmax.log_total - (1.0 - row.smoothing) * gold_logit - uniform * softmax.sum;
}

/// Where powers are stored: in place of fp32 logits, or in `room` for bf16, which is too coarse.
DRAGOMAN_INLINE float* place_of_powers(float* logits, float*) { return logits; }
DRAGOMAN_INLINE float* place_of_powers(uint16_t*, float* room) { return room; }

/// Stores the first of 16 lanes.
template <class Number>
DRAGOMAN_INLINE void put(const Lanes& x, Number* to) {
  Number numbers[kLanes];
  store_lanes(numbers, x);
  *to = numbers[0];
}

template <class Number>
double turn_row(const LogitRow& row) {
  auto* logits = static_cast<Number*>(row.logits);
  const double gold_logit = widened(logits[row.gold]);
  float* powers = place_of_powers(logits, row.room);
  const Softmax softmax = softmax_of(logits, row.vocabulary, powers);
  const float shift = static_cast<float>(row.smoothing / static_cast<double>(row.vocabulary));
  const float at_gold = multiply_add(powers[row.gold], softmax.scale,
                                     static_cast<float>(row.smoothing - 1.0) - shift);
  for_lanes(
      row.vocabulary, [&](const auto& place) __attribute__((always_inline)) {
        place.store(logits, multiply_add(place.load(powers), Lanes(softmax.scale), Lanes(-shift)));
      });
  put(at_gold, logits + row.gold);
  return cross_entropy(softmax, gold_logit, row);
}

/// Terms of the gradient of a token's logits in two passes, with probabilities p and q.
struct PairGradient {
  Lanes shift;     // smoothing / V
  Lanes weight;    // of the divergences
  Lanes p_from_q;  // KL(p || q)
  Lanes q_from_p;  // KL(q || p)

  DRAGOMAN_INLINE Lanes first(const Lanes& p, const Lanes& q, const Lanes& log_ratio) const {
    return gradient(p, q, log_ratio - p_from_q);
  }
  DRAGOMAN_INLINE Lanes second(const Lanes& p, const Lanes& q, const Lanes& log_ratio) const {
    return gradient(q, p, Lanes(0) - log_ratio - q_from_p);
  }

 private:
  DRAGOMAN_INLINE Lanes gradient(const Lanes& own, const Lanes& other, const Lanes& excess) const {
    const Lanes of_divergences = multiply_add(own, excess, own - other);
    return multiply_add(weight, of_divergences, Lanes(0.5F) * (own - shift));
  }
};

/// Turns a token's logits of two passes into gradients; returns their R-Drop loss.
template <class Number>
double turn_pair(const LogitRow& row) {
  auto *first = static_cast<Number*>(row.logits), *second = static_cast<Number*>(row.second);
  float *p_powers = row.room, *q_powers = row.room + row.vocabulary;
  const Softmax p_softmax = softmax_of(first, row.vocabulary, p_powers),
                q_softmax = softmax_of(second, row.vocabulary, q_powers);
  const Lanes p_scale(p_softmax.scale), q_scale(q_softmax.scale),
      shift(static_cast<float>(p_softmax.log_total - q_softmax.log_total));
  Lanes p_sums(0), q_sums(0);
  for_lanes(
      row.vocabulary, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes log_ratio = place.load(first) - place.load(second) - shift;
        p_sums = multiply_add(place.load(p_powers) * p_scale, log_ratio, p_sums);
        q_sums = multiply_add(place.load(q_powers) * q_scale, log_ratio, q_sums);
      });
  const float p_from_q = sum_of(p_sums), q_from_p = -sum_of(q_sums);
  const PairGradient gradient{
      .shift = static_cast<float>(row.smoothing / static_cast<double>(row.vocabulary)),
      .weight = static_cast<float>(row.weight),
      .p_from_q = p_from_q,
      .q_from_p = q_from_p};
  const float p_gold = widened(first[row.gold]), q_gold = widened(second[row.gold]);
  for_lanes(
      row.vocabulary, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes log_ratio = place.load(first) - place.load(second) - shift;
        const Lanes p = place.load(p_powers) * p_scale, q = place.load(q_powers) * q_scale;
        place.store(first, gradient.first(p, q, log_ratio));
        place.store(second, gradient.second(p, q, log_ratio));
      });
  const Lanes p = Lanes(p_powers[row.gold]) * p_scale, q = Lanes(q_powers[row.gold]) * q_scale,
              log_ratio = Lanes(p_gold) - Lanes(q_gold) - shift,
              less(static_cast<float>((row.smoothing - 1.0) / 2));
  put(gradient.first(p, q, log_ratio) + less, first + row.gold);
  put(gradient.second(p, q, log_ratio) + less, second + row.gold);
  return (cross_entropy(p_softmax, p_gold, row) + cross_entropy(q_softmax, q_gold, row)) / 2 +
         row.weight * (static_cast<double>(p_from_q) + static_cast<double>(q_from_p));
}

template <class Number>
double loss_gradient(const LogitRow& row) {
  return row.second == nullptr ? turn_row<Number>(row) : turn_pair<Number>(row);
}

}  // namespace
}  // namespace dragoman
