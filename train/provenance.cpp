#include "train/provenance.h"

#include <torch/version.h>

#include "kernels/kernels.h"
#include "kernels/processor.h"

namespace dragoman {
namespace {

#if defined(__aarch64__)
constexpr const char* kProcessorArchitecture = "ARM";
#else
constexpr const char* kProcessorArchitecture = "x86-64";
#endif

}  // namespace

Provenance current_provenance(const TrainSettings& settings) {
  Provenance provenance{.program = DRAGOMAN_VERSION,
                        .libtorch = TORCH_VERSION,
                        .kernels = chosen_kernels().name,
                        .processor = processor_kind()};
  if (settings.products == TrainProducts::kOwn && provenance.kernels != "portable") {
    provenance.kernels = "with FMA";
    provenance.processor = kProcessorArchitecture;
  }
  return provenance;
}

std::string describe(const Provenance& provenance) {
  if (provenance == Provenance()) return "an earlier version of dragoman";
  return "dragoman " + provenance.program + ", LibTorch " + provenance.libtorch + ", kernels " +
         provenance.kernels + ", processor " + provenance.processor;
}

}  // namespace dragoman
