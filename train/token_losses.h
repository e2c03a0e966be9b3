#pragma once

#include <cstdint>

namespace dragoman {

/// Losses summed over the target tokens of a part, or of several.
struct TokenLosses {
  double loss = 0;       // label-smoothed cross entropy
  double alignment = 0;  // alignment_loss_sum(), without train.alignment_weight
  int64_t target_tokens = 0;
  int64_t linked_tokens = 0;  // target tokens that have links

  TokenLosses& operator+=(const TokenLosses& other) {
    loss += other.loss;
    alignment += other.alignment;
    target_tokens += other.target_tokens;
    linked_tokens += other.linked_tokens;
    return *this;
  }
};

}  // namespace dragoman
