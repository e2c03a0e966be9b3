#include "model/tensors_file.h"

#include <torch/utils.h>

#include <stdexcept>

#include "architecture/weights_file.h"

namespace dragoman {
namespace {

struct Dtype {
  const char* name;  // as safetensors spells it
  torch::Dtype type;
};

constexpr Dtype kDtypes[] = {{"F32", torch::kFloat32},
                             {"BF16", torch::kBFloat16},
                             {"F16", torch::kFloat16},
                             {"I64", torch::kInt64}};

const char* name_of(torch::Dtype type) {
  for (const Dtype& dtype : kDtypes) {
    if (dtype.type == type) return dtype.name;
  }
  throw std::invalid_argument(std::string("weights of type ") + c10::toString(type) +
                              " cannot be written");
}

torch::Dtype type_of(const TensorView& view) {
  for (const Dtype& dtype : kDtypes) {
    if (view.dtype == dtype.name) return dtype.type;
  }
  throw std::runtime_error("tensor " + view.name + " has type " + view.dtype +
                           ", which cannot be read");
}

}  // namespace

NamedTensors named_weights(const TransformerImpl& model) {
  NamedTensors weights;
  for (const auto& item : model.named_parameters()) weights.emplace_back(item.key(), item.value());
  return weights;
}

void load_weights(const std::string& path, const TransformerImpl& model) {
  torch::NoGradGuard no_grad;
  WeightsFile file(path);
  for (auto& [name, tensor] : named_weights(model)) {
    const Weight weight = file.read(name, tensor.sizes().vec());
    torch::Tensor destination = tensor;
    destination.copy_(torch::from_blob(const_cast<float*>(weight.data()), weight.shape()));
  }
  file.check_all_found();
}

void write_tensors(const std::string& path, const NamedTensors& tensors,
                   const std::map<std::string, std::string>& metadata) {
  std::vector<torch::Tensor> on_cpu;  // owns the bytes of the views
  std::vector<TensorView> views;
  for (const auto& [name, tensor] : tensors) {
    on_cpu.push_back(tensor.detach().to(torch::kCPU).contiguous());
    views.push_back({.name = name,
                     .dtype = name_of(tensor.scalar_type()),
                     .shape = tensor.sizes().vec(),
                     .data = on_cpu.back().const_data_ptr(),
                     .num_bytes = on_cpu.back().nbytes()});
  }
  write_safetensors(path, views, metadata);
}

torch::Tensor to_tensor(const TensorView& view) {
  torch::Tensor tensor = torch::empty(view.shape, type_of(view));
  if (view.num_bytes > 0) std::memcpy(tensor.mutable_data_ptr(), view.data, view.num_bytes);
  return tensor;
}

void load_tensors(const std::string& path, const NamedTensors& into) {
  torch::NoGradGuard no_grad;
  WeightsFile file(path);
  for (const auto& [name, tensor] : into) {
    torch::Tensor destination = tensor;
    const TensorView& view = file.find(name, tensor.sizes().vec());
    destination.copy_(to_tensor(view));
    file.drop(view);
  }
  file.check_all_found();
}

}  // namespace dragoman
