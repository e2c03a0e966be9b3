#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include "io/mapped_file.h"

namespace dragoman {

/// One tensor of a safetensors file: `dtype` as the format names it (F32, F16, BF16, I64, ...),
/// row-major bytes, which in a file by another hand need not be aligned to the type.
struct TensorView {
  std::string name;
  std::string dtype;
  std::vector<int64_t> shape;
  const void* data = nullptr;
  size_t num_bytes = 0;
};

/// Writes a safetensors file (u64 header length, JSON header, data aligned to 64 bytes),
/// atomically. Tensors are written in the order given. `metadata` becomes __metadata__, with a
/// checksum of the data added to it.
void write_safetensors(const std::string& path, const std::vector<TensorView>& tensors,
                       const std::map<std::string, std::string>& metadata);

/// A safetensors file, mapped into memory. Tensors point into the mapping and live as long as this
/// does.
class SafetensorsFile {
 public:
  /// Throws std::runtime_error if the file is missing, no safetensors file, cut short, or, where it
  /// carries a checksum, altered.
  explicit SafetensorsFile(const std::string& path);

  const std::vector<TensorView>& tensors() const { return tensors_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  /// The tensor of that name, or nullptr.
  const TensorView* find(const std::string& name) const;
  /// Takes no memory for a tensor until it is looked at again.
  void drop(const TensorView& tensor) const;

 private:
  std::shared_ptr<const MappedFile> mapping_;
  std::vector<TensorView> tensors_;
  std::map<std::string, std::string> metadata_;
};

}  // namespace dragoman
