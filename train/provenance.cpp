#include "train/provenance.h"

#include <torch/version.h>

#include "data/batch_plan.h"
#include "kernels/kernels.h"
#include "kernels/processor.h"
#include "train/own_products.h"

namespace dragoman {

Provenance current_provenance(TrainProducts products) {
  Provenance provenance{.program = DRAGOMAN_VERSION,
                        .libtorch = TORCH_VERSION,
                        .kernels = chosen_kernels().name,
                        .processor = processor_kind(),
                        .batches = kBatchRules};
  if (products == TrainProducts::kOwn && own_products_agree()) {
    provenance.kernels = "with FMA";
    provenance.processor = "x86-64";
  }
  return provenance;
}

std::string describe(const Provenance& provenance) {
  if (provenance == Provenance()) return "an earlier version of dragoman";
  return "dragoman " + provenance.program + ", LibTorch " + provenance.libtorch + ", kernels " +
         provenance.kernels + ", processor " + provenance.processor;
}

}  // namespace dragoman
