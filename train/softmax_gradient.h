#pragma once

#include <c10/util/BFloat16.h>

#include <cstdint>

namespace dragoman {

/// Rows of logits that are to become gradients. Number: float, or at::BFloat16, which is computed
/// with as float.
template <class Number>
struct LogitRows {
  Number* logits = nullptr;       // [rows, V], overwritten
  const int64_t* gold = nullptr;  // [rows]
  int64_t rows = 0;
  int64_t vocabulary = 0;  // V
};

/// Turns the logits z of each row into the gradient of its label-smoothed cross entropy, softmax(z)
/// - (1 - smoothing) * onehot(gold) - smoothing / V, and returns the loss summed over rows. On the
/// CPU, with all threads; a row is read from memory once. The result does not depend on the number
/// of threads.
double softmax_gradient(const LogitRows<float>& rows, double smoothing);
double softmax_gradient(const LogitRows<c10::BFloat16>& rows, double smoothing);

}  // namespace dragoman
