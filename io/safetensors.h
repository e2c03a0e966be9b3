#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include "io/mapped_file.h"

namespace dragoman {

/// One tensor of a safetensors file. `dtype` has the format's names (F32, F16, BF16, I64, ...).
/// Bytes are row-major; in files of other programs they may be unaligned.
struct TensorView {
  std::string name;
  std::string dtype;
  std::vector<int64_t> shape;
  const void* data = nullptr;
  size_t num_bytes = 0;
};

/// Writes a safetensors file (u64 header length, JSON header, data aligned to 64 bytes) atomically,
/// with tensors in the given order. `metadata` becomes __metadata__, plus a checksum of the file.
void write_safetensors(const std::string& path, const std::vector<TensorView>& tensors,
                       const std::map<std::string, std::string>& metadata);

/// A safetensors file, mapped into memory. Tensors point into the mapping and are valid as long as
/// this object.
class SafetensorsFile {
 public:
  /// Throws std::runtime_error if the file is missing, not a safetensors file, truncated, or does
  /// not match its checksum, if it has one.
  explicit SafetensorsFile(const std::string& path);

  const std::vector<TensorView>& tensors() const { return tensors_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  /// Returns the tensor of this name, or nullptr.
  const TensorView* find(const std::string& name) const;
  /// Releases a tensor's memory until it is read again.
  void drop(const TensorView& tensor) const;

 private:
  std::shared_ptr<const MappedFile> mapping_;
  std::vector<TensorView> tensors_;
  std::map<std::string, std::string> metadata_;
};

}  // namespace dragoman
