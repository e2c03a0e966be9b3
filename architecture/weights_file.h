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

/// A model's weights as a file holds them. Errors name the file.
class WeightsFile {
 public:
  /// Opens trained weights. Throws as SafetensorsFile, and std::runtime_error for a packed file.
  explicit WeightsFile(std::string path);
  /// Opens weights that `dragoman pack --precision int8` wrote. Throws as SafetensorsFile, and
  /// std::runtime_error for other files and other layouts.
  static WeightsFile open_packed(std::string path);

  /// In the order of the file.
  const std::vector<TensorView>& tensors() const { return file_->tensors(); }
  const std::map<std::string, std::string>& metadata() const { return file_->metadata(); }
  /// The tensor of that name, of any type; it lives as long as this. Throws std::runtime_error if
  /// it is missing or of another shape.
  const TensorView& find(const std::string& name, const std::vector<int64_t>& shape);
  /// The same of one type. Throws std::runtime_error if it has another.
  const TensorView& find(const std::string& name, const std::vector<int64_t>& shape,
                         const std::string& dtype);
  /// Keeps the tensors alive.
  const std::shared_ptr<const SafetensorsFile>& mapping() const { return file_; }
  /// Takes no memory for a tensor until it is looked at again.
  void drop(const TensorView& tensor) const { file_->drop(tensor); }
  /// A tensor of type F32, BF16 or F16, as fp32 numbers. Throws as find(), and for another type.
  Weight read(const std::string& name, const std::vector<int64_t>& shape);
  /// All its tensors, by name. Throws std::runtime_error if one has another type.
  std::map<std::string, Weight> read_all() const;
  /// Throws std::runtime_error if the file has tensors that were not found.
  void check_all_found() const;
  /// Throws as find() and check_all_found() unless the file holds just the weights of such a model.
  void check(const ModelSettings& settings, const VocabularySizes& sizes);

 private:
  WeightsFile(std::string path, bool packed);
  Weight to_weight(const TensorView& view) const;

  std::string path_;
  std::shared_ptr<const SafetensorsFile> file_;
  std::set<std::string> found_;
};

/// Metadata of packed files: the layout of their tensors, engine/plan_file.h.
constexpr const char* kPackedKey = "packed";
constexpr const char* kPackedLayout = "int8 in strips of 16 columns";

/// Writes weights as a safetensors file of fp32 tensors, atomically.
void write_weights(const std::string& path, const NamedWeights& weights,
                   const std::map<std::string, std::string>& metadata);

}  // namespace dragoman
