#include "model/activation_rows.h"

#include "kernels/kernels.h"

namespace dragoman {
void activate_row(const float* x, const float* bias, int64_t width, Activation activation,
                  float* out, float* derivatives) {
  const TrainingKernels& kernels = chosen_kernels().training;
  switch (activation) {
    case Activation::kRelu:
      return kernels.relu(x, bias, width, out);
    case Activation::kGelu:
      return kernels.gelu(x, bias, width, out, derivatives);
    case Activation::kSilu:
      return kernels.silu(x, bias, width, out, derivatives);
  }
}

}  // namespace dragoman
