#pragma once

#include "model_folder/config.h"

namespace dragoman {

/// Throws std::invalid_argument if train.products is own and the configuration needs arithmetic of
/// LibTorch whose results depend on the processor.
void check_own_products(const Config& config);

}  // namespace dragoman
