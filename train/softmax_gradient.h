#pragma once

#include <cstdint>

namespace dragoman {

/// Rows of logits that are to become gradients.
struct LogitRows {
  float* logits = nullptr;        // [rows, V], overwritten
  const int64_t* gold = nullptr;  // [rows]
  int64_t rows = 0;
  int64_t vocabulary = 0;  // V
};

/// Turns the logits z of each row into the gradient of its label-smoothed cross entropy, softmax(z)
/// - (1 - smoothing) * onehot(gold) - smoothing / V, and returns the loss summed over rows. On the
/// CPU, with all threads; a row is read from memory once. The result does not depend on the number
/// of threads.
double softmax_gradient(const LogitRows& rows, double smoothing);

}  // namespace dragoman
