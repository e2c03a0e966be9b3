#pragma once

#include <torch/autograd.h>

#include "model/dropout.h"

namespace dragoman {

/// Keeps the dropout mask of a rate and a key in an autograd context until backward. Returns it.
inline DropoutMask save_mask(double rate, int64_t key, torch::autograd::AutogradContext* context) {
  context->saved_data["dropout"] = rate;
  context->saved_data["key"] = key;
  return {rate, static_cast<uint64_t>(key)};
}

/// Returns the mask that save_mask() kept.
inline DropoutMask saved_mask(const torch::autograd::AutogradContext* context) {
  return {context->saved_data.at("dropout").toDouble(),
          static_cast<uint64_t>(context->saved_data.at("key").toInt())};
}

}  // namespace dragoman
