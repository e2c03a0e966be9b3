#pragma once

#include "model_folder/config.h"

namespace dragoman {

/// True if this process computes with a table of kernels that has FMA: own products have the same
/// bits with each of them. False on ARM, where nobody has compared them.
bool own_products_agree();

/// Returns what multiplies matrices in a run, own or libtorch. With train.products auto it is own,
/// if the configuration needs no arithmetic of LibTorch whose results depend on the processor, and
/// if own products agree. Throws std::invalid_argument if train.products is own and the
/// configuration needs such arithmetic.
TrainProducts settle_products(const Config& config);

}  // namespace dragoman
