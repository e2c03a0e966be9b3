#include "architecture/weights_file.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace dragoman {
namespace {

float from_bf16(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16U); }

/// IEEE 754's binary16: 5 bits of exponent, 10 of fraction.
float from_fp16(uint16_t bits) {
  const int exponent = bits >> 10U & 0x1fU, fraction = bits & 0x3ffU;
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VALF : std::nanf("");
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

template <class Convert>
std::vector<float> convert_all(const TensorView& view, const Convert& convert) {
  std::vector<float> numbers(view.num_bytes / sizeof(uint16_t));
  const auto* bytes = static_cast<const char*>(view.data);
  for (float& number : numbers) {
    uint16_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    bytes += sizeof bits;
    number = convert(bits);
  }
  return numbers;
}

/// The numbers where they lie in the file; their memory is given back with the last holder.
std::shared_ptr<const float> numbers_of(const std::shared_ptr<const SafetensorsFile>& file,
                                        const TensorView& view) {
  const auto* numbers = static_cast<const float*>(view.data);
  return {numbers, [file, &view](const float*) { file->drop(view); }};
}

bool is_aligned(const void* data) {
  return reinterpret_cast<uintptr_t>(data) % alignof(float) == 0;
}

std::vector<float> copy_of(const TensorView& view) {
  std::vector<float> numbers(view.num_bytes / sizeof(float));
  if (!numbers.empty()) std::memcpy(numbers.data(), view.data, view.num_bytes);
  return numbers;
}

std::string shape_text(const std::vector<int64_t>& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

}  // namespace

WeightsFile::WeightsFile(std::string path)
    : path_(std::move(path)), file_(std::make_shared<const SafetensorsFile>(path_)) {}

const TensorView& WeightsFile::find(const std::string& name, const std::vector<int64_t>& shape) {
  const TensorView* view = file_->find(name);
  if (view == nullptr)
    throw std::runtime_error(path_ + " has no tensor '" + name + "': it is not of this model");
  if (shape != view->shape) {
    throw std::runtime_error(path_ + ": tensor '" + name + "' has shape " +
                             shape_text(view->shape) + ", but the model needs " +
                             shape_text(shape) + ": it is not of this model");
  }
  found_.insert(name);
  return *view;
}

Weight WeightsFile::read(const std::string& name, const std::vector<int64_t>& shape) {
  const TensorView& view = find(name, shape);
  if (view.dtype == "F32" && is_aligned(view.data)) return {shape, numbers_of(file_, view)};
  if (view.dtype == "F32") return {shape, copy_of(view)};
  if (view.dtype == "BF16") return {shape, convert_all(view, from_bf16)};
  if (view.dtype == "F16") return {shape, convert_all(view, from_fp16)};
  throw std::runtime_error(path_ + ": tensor " + name + " has type " + view.dtype +
                           ", which cannot be read");
}

void WeightsFile::check_all_found() const {
  if (file_->tensors().size() == found_.size()) return;
  throw std::runtime_error(path_ + " has " + std::to_string(file_->tensors().size()) +
                           " tensors, but the model has " + std::to_string(found_.size()) +
                           ": it is not of this model");
}

void write_weights(const std::string& path, const NamedWeights& weights,
                   const std::map<std::string, std::string>& metadata) {
  std::vector<TensorView> views;
  for (const auto& [name, weight] : weights) {
    views.push_back({.name = name,
                     .dtype = "F32",
                     .shape = weight.shape(),
                     .data = weight.data(),
                     .num_bytes = static_cast<size_t>(weight.size()) * sizeof(float)});
  }
  write_safetensors(path, views, metadata);
}

}  // namespace dragoman
