#pragma once

#include <cstdint>

#include "architecture/model_settings.h"

namespace dragoman {

/// out = activation(x + bias) of a row, which may be written over x; `slopes` becomes its
/// derivative, but for ReLU, whose derivative is seen from its output. GELU is x times the normal
/// distribution function (Hendrycks and Gimpel 2016), exact to 1e-7.
void activate_row(const float* x, const float* bias, int64_t width, Activation activation,
                  float* out, float* slopes);

}  // namespace dragoman
