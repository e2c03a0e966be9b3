#include "train/softmax_gradient.h"

#include <ATen/Parallel.h>

#include <numeric>
#include <type_traits>
#include <vector>

#include "kernels/kernels.h"

namespace dragoman {
namespace {

constexpr int64_t kRowsOfTask = 8;

/// Turns `count` rows into gradients; returns the sum of their losses. row_at(i) returns row i,
/// without its work buffer.
template <class Number, class RowAt>
double turn_all(int64_t count, int64_t vocabulary, const RowAt& row_at) {
  const auto turn = chosen_kernels().training.loss_gradient[std::is_same_v<Number, c10::BFloat16>];
  std::vector<double> losses(static_cast<size_t>(count));
  at::parallel_for(0, count, kRowsOfTask, [&](int64_t begin, int64_t end) {
    std::vector<float> room(static_cast<size_t>(2 * vocabulary));
    for (int64_t i = begin; i < end; ++i) {
      LogitRow row = row_at(i);
      row.room = room.data();
      losses[i] = turn(row);
    }
  });
  return std::accumulate(losses.begin(), losses.end(), 0.0);
}

}  // namespace

template <class Number>
double softmax_gradient(const LogitRows<Number>& rows, double smoothing) {
  return turn_all<Number>(rows.rows, rows.vocabulary, [&](int64_t i) {
    return LogitRow{.logits = rows.logits + i * rows.stride,
                    .vocabulary = rows.vocabulary,
                    .gold = rows.gold[i],
                    .smoothing = smoothing};
  });
}

template <class Number>
double r_drop_gradient(const LogitRows<Number>& rows, double smoothing, double alpha) {
  const int64_t count = rows.rows / 2;
  return turn_all<Number>(count, rows.vocabulary, [&](int64_t i) {
    return LogitRow{.logits = rows.logits + i * rows.stride,
                    .second = rows.logits + (count + i) * rows.stride,
                    .vocabulary = rows.vocabulary,
                    .gold = rows.gold[i],
                    .smoothing = smoothing,
                    .weight = alpha / 4};
  });
}

template double softmax_gradient(const LogitRows<float>&, double);
template double softmax_gradient(const LogitRows<c10::BFloat16>&, double);
template double r_drop_gradient(const LogitRows<float>&, double, double);
template double r_drop_gradient(const LogitRows<c10::BFloat16>&, double, double);

}  // namespace dragoman
