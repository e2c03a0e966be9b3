#pragma once

#include <cstdint>

namespace dragoman {

/// What one update is made with, for all elements.
struct AdamFactors {
  float gradient_scale;
  float beta1, rest1;  // of the mean: what stays of it, what is new
  float beta2, rest2;  // of the mean square
  float l2;            // times a weight, added to its gradient
  float kept;          // of a weight, by decay apart from the gradient
  float rate;          // corrected for the mean's start at zero
  float root;          // 1 / sqrt(1 - beta2^t), which corrects the root of squares
  float epsilon;
};

/// Some elements of a parameter and what belongs to them.
struct AdamElements {
  float* weights;
  float* means;
  float* squares;
  const float* gradients;
  int64_t count;
};

/// Adam's update (Kingma and Ba 2015, algorithm 1).
void update_elements(const AdamElements& elements, const AdamFactors& factors);

float sum_of_squares(const float* x, int64_t count);

}  // namespace dragoman
