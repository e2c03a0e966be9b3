#pragma once

#include <cstdint>

#include "architecture/model_settings.h"

namespace dragoman {

/// Computes out = activation(x + bias) for a row of `width` numbers; out may be x. Writes the
/// derivative to `derivatives`, except for ReLU, whose derivative follows from its output. GELU is
/// x times the normal distribution function (Hendrycks and Gimpel 2016), exact to 1e-7.
void activate_row(const float* x, const float* bias, int64_t width, Activation activation,
                  float* out, float* derivatives);

}  // namespace dragoman
