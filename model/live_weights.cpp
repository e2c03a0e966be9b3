#include "model/live_weights.h"

#include <memory>
#include <stdexcept>

namespace dragoman {

Weight to_weight(const torch::Tensor& tensor) {
  const auto kept = std::make_shared<const torch::Tensor>(
      tensor.detach().to(torch::kCPU, torch::kFloat32).contiguous());
  return {tensor.sizes().vec(), std::shared_ptr<const float>(kept, kept->const_data_ptr<float>())};
}

WeightSource live_weights(const TransformerImpl& model) {
  return [parameters = model.named_parameters()](const std::string& name,
                                                 const std::vector<int64_t>& shape) {
    const torch::Tensor* const parameter = parameters.find(name);
    if (parameter == nullptr || parameter->sizes() != c10::IntArrayRef(shape))
      throw std::invalid_argument("the model has no weight " + name + " of that shape");
    return to_weight(*parameter);
  };
}

}  // namespace dragoman
