#include "train/provenance.h"

#include <torch/version.h>

#include "kernels/kernels.h"
#include "kernels/processor.h"

namespace dragoman {

Provenance current_provenance() {
  return {.program = DRAGOMAN_VERSION,
          .libtorch = TORCH_VERSION,
          .kernels = chosen_kernels().name,
          .processor = processor_kind()};
}

std::string describe(const Provenance& provenance) {
  if (provenance == Provenance()) return "an earlier version of dragoman";
  return "dragoman " + provenance.program + ", LibTorch " + provenance.libtorch + ", kernels " +
         provenance.kernels + ", processor " + provenance.processor;
}

}  // namespace dragoman
