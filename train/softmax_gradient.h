#pragma once

#include <c10/util/BFloat16.h>

#include <cstdint>

namespace dragoman {

/// Rows of logits to turn into gradients. Number: float, or at::BFloat16, which is converted to
/// float for computing.
template <class Number>
struct LogitRows {
  Number* logits = nullptr;       // [rows, V], overwritten
  int64_t stride = 0;             // numbers from a row of logits to the next
  const int64_t* gold = nullptr;  // [rows]
  int64_t rows = 0;
  int64_t vocabulary = 0;  // V
};

/// Turns the logits z of each row into the gradient of its label-smoothed cross entropy, softmax(z)
/// - (1 - smoothing) * onehot(gold) - smoothing / V, and returns the loss summed over rows. Runs on
/// the CPU in all threads and reads each row from memory once. The result does not depend on the
/// number of threads.
template <class Number>
double softmax_gradient(const LogitRows<Number>& rows, double smoothing);

/// Does the same for R-Drop's loss (Liang et al. 2021, equation 4, halved). The logits are of two
/// passes of the same targets, with probabilities p and q: the mean of both cross entropies, plus
/// alpha / 4 * (KL(p || q) + KL(q || p)). The second pass's rows follow the first's; gold [rows /
/// 2].
template <class Number>
double r_drop_gradient(const LogitRows<Number>& rows, double smoothing, double alpha);

}  // namespace dragoman
