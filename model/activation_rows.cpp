#include "model/activation_rows.h"

#include "model/exp_of_negative.h"
#include "model/vector_clones.h"

namespace dragoman {
namespace {

DRAGOMAN_VECTOR_CLONES void relu_row(const float* x, const float* bias, int64_t width, float* out) {
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) {
    const float sum = x[i] + bias[i];
    out[i] = sum > 0 ? sum : 0.0F;
  }
}

/// The distribution function by way of the complementary error function (Abramowitz and Stegun,
/// 7.1.26), which shares its exponential with the density.
DRAGOMAN_VECTOR_CLONES void gelu_row(const float* x, const float* bias, int64_t width, float* out,
                                     float* slopes) {
  constexpr float kRootOfHalf = 0.70710678F, kDensityAtZero = 0.39894228F;
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) {
    const float sum = x[i] + bias[i];
    const float distance = (sum < 0 ? -sum : sum) * kRootOfHalf;
    // Where it is cut off, both the tail and the density are as good as zero.
    const float exponent = -distance * distance;
    const float power = exp_in_range(exponent < kLeastExponent ? kLeastExponent : exponent);
    const float t = 1.0F / (1.0F + 0.3275911F * distance);
    const float series =
        ((((1.061405429F * t - 1.453152027F) * t + 1.421413741F) * t - 0.284496736F) * t +
         0.254829592F) *
        t;
    const float tail = 0.5F * series * power;
    const float distribution = sum < 0 ? tail : 1.0F - tail;
    slopes[i] = distribution + sum * kDensityAtZero * power;
    out[i] = sum * distribution;
  }
}

DRAGOMAN_VECTOR_CLONES void silu_row(const float* x, const float* bias, int64_t width, float* out,
                                     float* slopes) {
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) {
    const float sum = x[i] + bias[i];
    const float power = exp_of_negative(sum < 0 ? sum : -sum);
    const float logistic = (sum < 0 ? power : 1.0F) / (1.0F + power);
    slopes[i] = logistic * (1.0F + sum * (1.0F - logistic));
    out[i] = sum * logistic;
  }
}

}  // namespace

void activate_row(const float* x, const float* bias, int64_t width, Activation activation,
                  float* out, float* slopes) {
  switch (activation) {
    case Activation::kRelu:
      return relu_row(x, bias, width, out);
    case Activation::kGelu:
      return gelu_row(x, bias, width, out, slopes);
    case Activation::kSilu:
      return silu_row(x, bias, width, out, slopes);
  }
}

}  // namespace dragoman
