#pragma once

#include "model_folder/config.h"

namespace dragoman {

/// Whether own products give the same bits with all tables of kernels that have FMA, and this
/// process has one of them. On ARM nobody has tried.
bool own_products_agree();

/// Returns what multiplies matrices in a run, own or libtorch. With train.products auto it is own,
/// if the configuration needs no arithmetic of LibTorch whose results depend on the processor, and
/// if own products agree. Throws std::invalid_argument if train.products is own and the
/// configuration needs such arithmetic.
TrainProducts settle_products(const Config& config);

}  // namespace dragoman
