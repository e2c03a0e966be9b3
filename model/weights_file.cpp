#include "model/weights_file.h"

#include <torch/utils.h>

#include <stdexcept>

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

std::string shape_text(c10::IntArrayRef shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

}  // namespace

NamedTensors named_weights(const TransformerImpl& model) {
  NamedTensors weights;
  for (const auto& item : model.named_parameters()) weights.emplace_back(item.key(), item.value());
  return weights;
}

void write_tensors(const std::string& path, const NamedTensors& tensors,
                   const std::map<std::string, std::string>& metadata) {
  std::vector<torch::Tensor> on_cpu;  // keeps the bytes alive that the views point to
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

torch::Tensor WeightsFile::read(const std::string& name, c10::IntArrayRef shape) {
  const TensorView* view = file_.find(name);
  if (!view)
    throw std::runtime_error(path_ + " has no tensor '" + name + "': it is not of this model");
  if (shape != c10::IntArrayRef(view->shape)) {
    throw std::runtime_error(path_ + ": tensor '" + name + "' has shape " +
                             shape_text(view->shape) + ", but the model needs " +
                             shape_text(shape) + ": it is not of this model");
  }
  read_.insert(name);
  const torch::Tensor tensor = to_tensor(*view);
  file_.drop(*view);
  return tensor;
}

void WeightsFile::check_all_read() const {
  if (file_.tensors().size() == read_.size()) return;
  throw std::runtime_error(path_ + " has " + std::to_string(file_.tensors().size()) +
                           " tensors, but the model has " + std::to_string(read_.size()) +
                           ": it is not of this model");
}

void load_tensors(const std::string& path, const NamedTensors& into) {
  torch::NoGradGuard no_grad;
  WeightsFile file(path);
  for (const auto& [name, tensor] : into) {
    torch::Tensor destination = tensor;
    destination.copy_(file.read(name, tensor.sizes()));
  }
  file.check_all_read();
}

}  // namespace dragoman
