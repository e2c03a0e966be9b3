#include "train/arithmetic.h"

#include <torch/version.h>

#include "kernels/kernels.h"
#include "kernels/processor.h"

namespace dragoman {

Arithmetic current_arithmetic() {
  return {.program = DRAGOMAN_VERSION,
          .libtorch = TORCH_VERSION,
          .kernels = chosen_kernels().name,
          .processor = processor_kind()};
}

std::string describe(const Arithmetic& arithmetic) {
  if (arithmetic == Arithmetic()) return "an earlier version of dragoman";
  return "dragoman " + arithmetic.program + ", LibTorch " + arithmetic.libtorch + ", kernels " +
         arithmetic.kernels + ", processor " + arithmetic.processor;
}

}  // namespace dragoman
