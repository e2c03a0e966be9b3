// Kernels for decoding, compiled for the instructions of the including file. That file defines
// DRAGOMAN_DECODING, the name of the DecodingKernels.

#include <limits>

#include "kernels/decoding_attention.h"

namespace dragoman {
namespace {

/// Replaces -infinity in the largest logits of blocks, from which a block of -infinity alone would
/// subtract itself. Another number has the same bits afterwards.
constexpr float kLeastShift = std::numeric_limits<float>::lowest();

/// Summarises 64 logits of four rows; the processor overlaps their operations. `total` may be null.
DRAGOMAN_INLINE void summarize_four(const float* logits, float* most, float* total) {
  Lanes largest[4], sum[4];
#pragma GCC unroll 4
  for (int row = 0; row < 4; ++row) {
    largest[row] = load_lanes(logits + row * kPanelColumns);
    for (int64_t i = kLanes; i < kPanelColumns; i += kLanes)
      largest[row] = larger(largest[row], load_lanes(logits + row * kPanelColumns + i));
  }
  const FourFloats of_all = largest_of(largest[0], largest[1], largest[2], largest[3]);
  store(most, of_all);
  if (total == nullptr) return;
  const FourFloats shift = of_all < kLeastShift ? FourFloats{} + kLeastShift : of_all;
#pragma GCC unroll 4
  for (int row = 0; row < 4; ++row) {
    sum[row] = Lanes(0);
    for (int64_t i = 0; i < kPanelColumns; i += kLanes)
      sum[row] = sum[row] +
                 exp_of_negative(load_lanes(logits + row * kPanelColumns + i) - Lanes(shift[row]));
  }
  store(total, sums_of(sum[0], sum[1], sum[2], sum[3]));
}

/// Summarises 64 logits of a row. `total` may be null.
DRAGOMAN_INLINE void summarize_row(const float* logits, float* most, float* total) {
  Lanes largest = load_lanes(logits), sum(0);
  for (int64_t i = kLanes; i < kPanelColumns; i += kLanes)
    largest = larger(largest, load_lanes(logits + i));
  *most = largest_of(largest);
  if (total == nullptr) return;
  const Lanes shift(*most < kLeastShift ? kLeastShift : *most);
  for (int64_t i = 0; i < kPanelColumns; i += kLanes)
    sum = sum + exp_of_negative(load_lanes(logits + i) - shift);
  *total = sum_of(sum);
}

void summarize(const float* logits, int64_t rows, const LogitSummary& summary, int64_t block) {
  float* most = summary.largest + block * summary.stride;
  float* total = summary.sums == nullptr ? nullptr : summary.sums + block * summary.stride;
  const auto total_of = [&](int64_t row) __attribute__((always_inline)) {
    return total == nullptr ? total : total + row;
  };
  int64_t row = 0;
  for (; row + 4 <= rows; row += 4)
    summarize_four(logits + row * kPanelColumns, most + row, total_of(row));
  for (; row < rows; ++row) summarize_row(logits + row * kPanelColumns, most + row, total_of(row));
}

uint64_t columns_from(const float* logits, float least) {
  static_assert(kPanelColumns == 64);
  uint64_t columns = 0;
  for (int i = 0; i < kPanelColumns; i += kNativeFloats)
    columns |= lanes_from(load<Floats>(logits + i), all_of(least)) << i;
  return columns;
}

void log_sums(const LogitSummary& summary, int64_t blocks, float* out) {
  for (int64_t row = 0; row < summary.stride; row += kNativeFloats) {
    const int64_t end = blocks * summary.stride;
    auto largest = all_of(kLeastShift);
    for (int64_t at = row; at < end; at += summary.stride)
      largest = larger(load<Floats>(summary.largest + at), largest);
    Floats sums{};
    for (int64_t at = row; at < end; at += summary.stride) {
      const Floats power = exp_of_negative(load<Floats>(summary.largest + at) - largest);
      sums = multiply_add(load<Floats>(summary.sums + at), power, sums);
    }
    store(out + row, largest + log_of(sums));
  }
}

void exponentiate(float* x, int64_t count) {
  for_lanes(
      count, [&](const auto& place) __attribute__((always_inline)) {
        place.store(x, exp_of_negative(place.load(x)));
      });
}

DRAGOMAN_INLINE Floats log_add_exp_of(Floats a, Floats b) {
  const Floats most = a > b ? a : b, least = a > b ? b : a;
  const Floats sum = most + log_of(exp_of_negative(least - most) + 1.0F);
  return most > -__builtin_inff() ? sum : most;
}

void log_add_exp(const float* x, float offset, int64_t count, float* sums) {
  for_lanes(
      count, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes sum = for_parts(
            [](Floats a, Floats b) __attribute__((always_inline)) { return log_add_exp_of(a, b); },
            place.load(sums), place.load(x) + Lanes(offset));
        place.store(sums, sum);
      });
}

}  // namespace

extern const DecodingKernels DRAGOMAN_DECODING;
const DecodingKernels DRAGOMAN_DECODING{
    .attend = {attend<float>, attend<uint16_t>, attend<uint16_t>},
    .summarize = summarize,
    .columns_from = columns_from,
    .log_sums = log_sums,
    .exponentiate = exponentiate,
    .log_add_exp = log_add_exp};

}  // namespace dragoman
