#include "train/provenance.h"

#include <torch/version.h>

#include "kernels/kernels.h"
#include "kernels/processor.h"

namespace dragoman {
namespace {

/// Whether all processors for which the program is compiled give the same bits with own products.
/// ARM's have not been tried.
#if defined(__x86_64__)
constexpr bool kAgree = true;
#else
constexpr bool kAgree = false;
#endif

}  // namespace

Provenance current_provenance(const TrainSettings& settings) {
  Provenance provenance{.program = DRAGOMAN_VERSION,
                        .libtorch = TORCH_VERSION,
                        .kernels = chosen_kernels().name,
                        .processor = processor_kind()};
  if (kAgree && settings.products == TrainProducts::kOwn && provenance.kernels != "portable") {
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
