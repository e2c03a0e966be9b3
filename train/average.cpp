#include "train/average.h"

#include <stdexcept>

namespace dragoman {

NamedTensors average_weights(const std::vector<std::string>& files) {
  if (files.empty()) throw std::invalid_argument("there are no checkpoints to average");
  NamedTensors sums;
  const SafetensorsFile first(files.front());
  for (const TensorView& view : first.tensors()) {
    sums.emplace_back(view.name, torch::zeros(view.shape, torch::kFloat64));
  }
  for (const std::string& file : files) {
    NamedTensors weights;
    for (const auto& [name, sum] : sums)
      weights.emplace_back(name, torch::empty(sum.sizes(), torch::kFloat32));
    load_tensors(file, weights);
    for (size_t i = 0; i < sums.size(); ++i) sums[i].second += weights[i].second;
  }
  for (auto& [name, sum] : sums)
    sum = (sum / static_cast<double>(files.size())).to(torch::kFloat32);
  return sums;
}

}  // namespace dragoman
