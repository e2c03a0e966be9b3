#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"
#include "architecture/weight.h"
#include "io/safetensors.h"

namespace dragoman {

/// A file of a model's weights. Errors name the file.
class WeightsFile {
 public:
  /// Opens trained weights. Throws as SafetensorsFile does, and std::runtime_error for a packed
  /// file.
  explicit WeightsFile(std::string path);
  /// Opens a file of `dragoman pack --precision int8`. Throws as SafetensorsFile does, and
  /// std::runtime_error for other files and other layouts.
  static WeightsFile open_packed(std::string path);

  /// In the file's order.
  const std::vector<TensorView>& tensors() const { return file_->tensors(); }
  const std::map<std::string, std::string>& metadata() const { return file_->metadata(); }
  /// Returns the tensor of this name, of any type, valid as long as this object. Throws
  /// std::runtime_error if it is missing or has another shape.
  const TensorView& find(const std::string& name, const std::vector<int64_t>& shape);
  /// The same for one type. Throws std::runtime_error also if the tensor has another type.
  const TensorView& find(const std::string& name, const std::vector<int64_t>& shape,
                         const std::string& dtype);
  /// Owner of the tensors' memory.
  const std::shared_ptr<const SafetensorsFile>& mapping() const { return file_; }
  /// Releases a tensor's memory until it is read again.
  void drop(const TensorView& tensor) const { file_->drop(tensor); }
  /// Returns a tensor of type F32, BF16 or F16 as fp32 numbers. Throws as find() does, for other
  /// types, and for numbers that are NaN or infinite; only the bias of the logits may have minus
  /// infinity.
  Weight read(const std::string& name, const std::vector<int64_t>& shape);
  /// Returns read() as a function. It refers to this file.
  WeightSource source() {
    return [this](const auto& name, const auto& shape) { return read(name, shape); };
  }
  /// Returns all tensors by name. Throws std::runtime_error if one has another type.
  std::map<std::string, Weight> read_all() const;
  /// Throws std::runtime_error if the file has tensors that find() was never called for.
  void check_all_found() const;
  /// Throws as find() and check_all_found() do, unless the file holds exactly the weights of such a
  /// model.
  void check(const ModelSettings& settings, const VocabularySizes& sizes);

 private:
  WeightsFile(std::string path, bool packed);
  Weight to_weight(const TensorView& view) const;

  std::string path_;
  std::shared_ptr<const SafetensorsFile> file_;
  std::set<std::string> found_;
};

/// Metadata key of packed files: the layout of their tensors (engine/plan_file.h).
constexpr const char* kPackedKey = "packed";
constexpr const char* kPackedLayout = "int8 in strips of 16 columns";

/// Writes weights as a safetensors file of fp32 tensors, atomically.
void write_weights(const std::string& path, const NamedWeights& weights,
                   const std::map<std::string, std::string>& metadata);

}  // namespace dragoman
