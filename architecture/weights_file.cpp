#include "architecture/weights_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "architecture/number_bytes.h"
#include "architecture/weight_list.h"

namespace dragoman {
namespace {

/// The bias of the logits, in trained and in packed files.
constexpr const char* kOutputBias[] = {"output_bias", "output.bias"};
constexpr const char* kOfAnother =
    ": it is not of this model; copy the whole folder again, as it was made";

/// Returns the numbers in place, in the file. The last holder releases their memory.
std::shared_ptr<const float> numbers_of(const std::shared_ptr<const SafetensorsFile>& file,
                                        const TensorView& view) {
  const auto* numbers = static_cast<const float*>(view.data);
  return {numbers, [file, &view](const float*) { file->drop(view); }};
}

bool is_aligned(const void* data) {
  return reinterpret_cast<uintptr_t>(data) % alignof(float) == 0;
}

constexpr uint64_t kExponents = 0x7f8000007f800000;  // of two numbers
constexpr uint64_t kLowBits = 0x0080000000800000;    // the lowest bit of each exponent
constexpr uint64_t kHighBits = 0x8000000080000000;

/// Returns whether all numbers are finite. NaN and infinity have an exponent of ones: one more
/// makes its sum carry into the bit of the sign. Two numbers at a time, since it reads all of a
/// model.
bool all_finite(const Weight& weight) {
  const float* numbers = weight.data();
  const int64_t even = weight.size() / 2 * 2;
  uint64_t carries = 0;
  for (int64_t i = 0; i < even; i += 2) {
    uint64_t bits = 0;
    std::memcpy(&bits, numbers + i, sizeof bits);
    carries |= (bits & kExponents) + kLowBits;
  }
  return (carries & kHighBits) == 0 && (even == weight.size() || std::isfinite(numbers[even]));
}

/// Returns whether a bias of the logits can be used: minus infinity forbids a token.
bool is_bias(const Weight& weight) {
  return std::all_of(weight.data(), weight.data() + weight.size(),
                     [](float number) { return number < HUGE_VALF; });
}

std::string_view bytes_of(const TensorView& view) {
  return {static_cast<const char*>(view.data), view.num_bytes};
}

}  // namespace

WeightsFile::WeightsFile(std::string path, bool packed)
    : path_(std::move(path)), file_(std::make_shared<const SafetensorsFile>(path_)) {
  const auto layout = file_->metadata().find(kPackedKey);
  const bool is_packed = layout != file_->metadata().end();
  if (is_packed && !packed) {
    throw std::runtime_error(path_ +
                             " is packed for int8: only translating on a CPU can use it, in a "
                             "folder whose config.json says format 2; name the folder that it was "
                             "packed from");
  }
  if (!is_packed && packed)
    throw std::runtime_error(path_ +
                             " is not packed, but its config.json says format 2; make the "
                             "folder anew with `dragoman pack --precision int8`");
  if (is_packed && layout->second != kPackedLayout) {
    throw std::runtime_error(path_ + " is packed as '" + layout->second + "', not as '" +
                             kPackedLayout + "'; pack the trained folder again with this version");
  }
}

WeightsFile::WeightsFile(std::string path) : WeightsFile(std::move(path), false) {}

WeightsFile WeightsFile::open_packed(std::string path) { return {std::move(path), true}; }

const TensorView& WeightsFile::find(const std::string& name, const std::vector<int64_t>& shape) {
  const TensorView* view = file_->find(name);
  if (view == nullptr)
    throw std::runtime_error(path_ + " has no tensor '" + name + "'" + kOfAnother);
  if (shape != view->shape) {
    throw std::runtime_error(path_ + ": tensor '" + name + "' has shape " +
                             shape_text(view->shape) + ", but the model needs " +
                             shape_text(shape) + kOfAnother);
  }
  found_.insert(name);
  return *view;
}

const TensorView& WeightsFile::find(const std::string& name, const std::vector<int64_t>& shape,
                                    const std::string& dtype) {
  const TensorView& view = find(name, shape);
  if (view.dtype == dtype) return view;
  throw std::runtime_error(path_ + ": tensor '" + name + "' has type " + view.dtype +
                           ", but the model needs " + dtype + kOfAnother);
}

Weight WeightsFile::read(const std::string& name, const std::vector<int64_t>& shape) {
  Weight weight = to_weight(find(name, shape));
  const bool is_of_logits =
      std::find(std::begin(kOutputBias), std::end(kOutputBias), name) != std::end(kOutputBias);
  if (!(is_of_logits ? is_bias(weight) : all_finite(weight))) {
    throw std::runtime_error(path_ + ": tensor '" + name +
                             "' has NaN or infinite numbers; use an earlier copy or checkpoint, or "
                             "train the model anew");
  }
  return weight;
}

Weight WeightsFile::to_weight(const TensorView& view) const {
  if (view.dtype == "F32" && is_aligned(view.data)) return {view.shape, numbers_of(file_, view)};
  if (view.dtype == "F32") return {view.shape, numbers_of_fp32(bytes_of(view))};
  if (view.dtype == "BF16") return {view.shape, numbers_of_bf16(bytes_of(view))};
  if (view.dtype == "F16") return {view.shape, numbers_of_fp16(bytes_of(view))};
  throw std::runtime_error(path_ + ": tensor '" + view.name + "' has type " + view.dtype +
                           ", which cannot be read; weights of F32, BF16 or F16 can");
}

std::map<std::string, Weight> WeightsFile::read_all() const {
  std::map<std::string, Weight> weights;
  for (const TensorView& view : file_->tensors()) weights[view.name] = to_weight(view);
  return weights;
}

void WeightsFile::check_all_found() const {
  if (file_->tensors().size() == found_.size()) return;
  throw std::runtime_error(path_ + " has " + std::to_string(file_->tensors().size()) +
                           " tensors, but the model has " + std::to_string(found_.size()) +
                           kOfAnother);
}

void WeightsFile::check(const ModelSettings& settings, const VocabularySizes& sizes) {
  for (const auto& [name, shape] : list_weights(settings, sizes)) find(name, shape);
  check_all_found();
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
