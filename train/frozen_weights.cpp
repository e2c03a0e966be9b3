#include "train/frozen_weights.h"

#include <fnmatch.h>

#include <algorithm>
#include <stdexcept>

namespace dragoman {
namespace {

bool fits(const std::string& pattern, const std::string& name) {
  return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

}  // namespace

NamedTensors freeze_weights(const NamedTensors& weights, const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) {
    const bool fits_some = std::any_of(weights.begin(), weights.end(), [&](const auto& weight) {
      return fits(pattern, weight.first);
    });
    if (fits_some) continue;
    throw std::invalid_argument("train.freeze has " + pattern +
                                ", but no weight has such a name; " + "names are like " +
                                weights.front().first + " and " + weights.back().first);
  }
  NamedTensors trained;
  for (const auto& [name, weight] : weights) {
    const std::string& text = name;
    const bool is_frozen = std::any_of(patterns.begin(), patterns.end(),
                                       [&](const auto& pattern) { return fits(pattern, text); });
    if (is_frozen) weight.set_requires_grad(false);
    if (!is_frozen) trained.emplace_back(name, weight);
  }
  if (trained.empty()) {
    throw std::invalid_argument(
        "train.freeze freezes all weights, so that nothing would be trained");
  }
  return trained;
}

}  // namespace dragoman
