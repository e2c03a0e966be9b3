#pragma once

#include "kernels/gates.h"
#include "kernels/training.h"

// Training's kernels on rows, 16 numbers at a time.

namespace dragoman {
namespace {

void normalize_backward(const float* x, const Moments& moments, const float* scale,
                        const float* slope, int64_t width, const NormGradients& gradients) {
  const Lanes mean(moments.mean), inverse(moments.inverse_deviation);
  Lanes sum(0), product(0);
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes normalized = (place.load(x, moments.mean) - mean) * inverse,
                    of_out = place.load(slope), scaled = of_out * place.load(scale);
        place.store(gradients.scale, multiply_add(of_out, normalized, place.load(gradients.scale)));
        place.store(gradients.shift, place.load(gradients.shift) + of_out);
        sum = sum + scaled;
        product = multiply_add(scaled, normalized, product);
      });
  const auto count = static_cast<float>(width);
  const Lanes a(sum_of(sum) / count), b(-sum_of(product) / count);
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes normalized = (place.load(x) - mean) * inverse;
        const Lanes centred = place.load(slope) * place.load(scale) - a;
        place.store(gradients.input, inverse * multiply_add(b, normalized, centred));
      });
}

void add_product(const float* x, const float* y, const float* factors, int64_t width, float* sum) {
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        place.store(sum, multiply_add(place.load(y), place.load(factors), place.load(x)));
      });
}

void multiply_row(const float* a, const float* b, int64_t width, float* out) {
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        place.store(out, place.load(a) * place.load(b));
      });
}

void add_row(const float* addend, int64_t width, float* sum) {
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        place.store(sum, place.load(sum) + place.load(addend));
      });
}

void pass_where_positive(const float* slope, const float* out, float scale, int64_t width,
                         float* gradient) {
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        place.store(gradient, where_above(place.load(out), Lanes(0),
                                          place.load(slope) * Lanes(scale), Lanes(0)));
      });
}

void relu_row(const float* x, const float* bias, int64_t width, float* out) {
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        place.store(out, larger(place.load(x) + place.load(bias), Lanes(0)));
      });
}

template <Gate (*kGate)(Floats)>
void gate_row(const float* x, const float* bias, int64_t width, float* out, float* derivatives) {
  for_lanes(
      width, [&](const auto& place) __attribute__((always_inline)) {
        Lanes sum = place.load(x) + place.load(bias), derivative;
#pragma GCC unroll 4
        for (int i = 0; i < Lanes::kParts; ++i) {
          const Gate gate = kGate(sum.part[i]);
          sum.part[i] = gate.out;
          derivative.part[i] = gate.derivative;
        }
        place.store(derivatives, derivative);
        place.store(out, sum);
      });
}

/// MurmurHash3's finaliser: a bijection of 32-bit words. Each output bit depends on all input bits.
template <class Bits>
DRAGOMAN_INLINE Bits mix32(Bits x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bU;
  x = (x ^ (x >> 13)) * 0xc2b2ae35U;
  return x ^ (x >> 16);
}

void fill_mask(const MaskRange& range, float* factors) {
  const auto low = static_cast<uint32_t>(range.key), high = static_cast<uint32_t>(range.key >> 32);
  const auto factor = [&](auto element) __attribute__((always_inline)) {
    return mix32(mix32(element ^ low) + high) < range.threshold;
  };
  Words elements;
  for (int i = 0; i < kNativeFloats; ++i) elements[i] = range.first + static_cast<uint32_t>(i);
  uint32_t at = 0;
  for (; at + kNativeFloats <= range.count; at += kNativeFloats, elements += kNativeFloats)
    store(factors + at, factor(elements) ? Floats{} : all_of(range.scale));
  for (; at < range.count; ++at) factors[at] = factor(range.first + at) ? 0.0F : range.scale;
}

void update(const AdamElements& elements, const AdamFactors& factors) {
  // Copied, because the compiler must assume that writes change the referenced struct.
  const AdamFactors f = factors;
  const auto [weights, means, squares, gradients, count] = elements;
  for_lanes(
      count, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes weight = place.load(weights);
        const Lanes gradient =
            multiply_add(Lanes(f.l2), weight, place.load(gradients) * Lanes(f.gradient_scale));
        const Lanes mean =
            multiply_add(Lanes(f.beta1), place.load(means), Lanes(f.rest1) * gradient);
        const Lanes square =
            multiply_add(Lanes(f.beta2), place.load(squares), Lanes(f.rest2) * gradient * gradient);
        const Lanes divisor = multiply_add(square_root(square), Lanes(f.root), Lanes(f.epsilon));
        place.store(means, mean);
        place.store(squares, square);
        place.store(weights, Lanes(f.kept) * weight - Lanes(f.rate) * mean / divisor);
      });
}

float sum_of_squares(const float* x, int64_t count) {
  Lanes sum(0);
  for_lanes(
      count, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes value = place.load(x);
        sum = multiply_add(value, value, sum);
      });
  return sum_of(sum);
}

void approach(const float* x, float rate, int64_t count, float* average) {
  for_lanes(
      count, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes before = place.load(average);
        place.store(average, multiply_add(Lanes(rate), place.load(x) - before, before));
      });
}

}  // namespace
}  // namespace dragoman
