#pragma once

#include <string>

#include "model_folder/train_settings.h"

namespace dragoman {

/// What the last digits of training depend on, besides configuration and seed. All fields are empty
/// in checkpoints of versions that did not record it.
struct Provenance {
  std::string program;    // version
  std::string libtorch;   // version
  std::string kernels;    // name of the table
  std::string processor;  // kind
  int64_t batches = 0;    // kBatchRules of the program; 0: it did not record them

  bool operator==(const Provenance&) const = default;
};

/// Returns the provenance of this process. If own products agree, results depend neither on the
/// table of kernels nor on the processor. `products` is not auto.
Provenance current_provenance(TrainProducts products);
/// Returns text such as "dragoman 0.1.0, LibTorch 2.13.0, kernels avx2, processor AuthenticAMD
/// 25.1".
std::string describe(const Provenance& provenance);

}  // namespace dragoman
