#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/atomic_file.h"
#include "io/safetensors.h"
#include "io/safetensors_format.h"

namespace dragoman {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr size_t kDataAlignment = 64;

void check_tensor(const TensorView& tensor) {
  if (tensor.name.empty() || tensor.name == safetensors::kMetadataKey) {
    throw std::invalid_argument("a tensor of a safetensors file cannot have the name '" +
                                tensor.name + "'");
  }
  if (safetensors::num_bytes_of(tensor.dtype, tensor.shape) != tensor.num_bytes) {
    throw std::invalid_argument("tensor '" + tensor.name + "' of dtype " + tensor.dtype + " has " +
                                std::to_string(tensor.num_bytes) +
                                " bytes, which does not fit its shape");
  }
}

// The checksum comes first, so that replacing it cannot hit other text of the header.
OrderedJson metadata_with_room_for_checksum(const std::map<std::string, std::string>& metadata) {
  OrderedJson json = {{safetensors::kChecksumKey, safetensors::kNoChecksum}};
  for (const auto& [key, value] : metadata) {
    if (key != safetensors::kChecksumKey) json[key] = value;
  }
  return json;
}

std::string make_header(const std::vector<TensorView>& tensors,
                        const std::map<std::string, std::string>& metadata) {
  OrderedJson header = {{safetensors::kMetadataKey, metadata_with_room_for_checksum(metadata)}};
  size_t offset = 0;
  for (const TensorView& tensor : tensors) {
    check_tensor(tensor);
    if (header.contains(tensor.name)) {
      throw std::invalid_argument("two tensors have the name '" + tensor.name + "'");
    }
    header[tensor.name] = {{"dtype", tensor.dtype},
                           {"shape", tensor.shape},
                           {"data_offsets", {offset, offset + tensor.num_bytes}}};
    offset += tensor.num_bytes;
  }
  std::string text = header.dump();
  const size_t unaligned = (safetensors::kLengthSize + text.size()) % kDataAlignment;
  if (unaligned > 0) text.append(kDataAlignment - unaligned, ' ');
  return text;
}

void insert_checksum(std::string& header, const std::vector<TensorView>& tensors) {
  uint32_t crc = safetensors::extend_crc(0, header.data(), header.size());
  for (const TensorView& tensor : tensors) {
    crc = safetensors::extend_crc(crc, tensor.data, tensor.num_bytes);
  }
  safetensors::replace_checksum(header, safetensors::kNoChecksum, safetensors::checksum_text(crc));
}

}  // namespace

void write_safetensors(const std::string& path, const std::vector<TensorView>& tensors,
                       const std::map<std::string, std::string>& metadata) {
  std::string header = make_header(tensors, metadata);
  insert_checksum(header, tensors);
  write_file_atomically(path, [&](OutputFile& file) {
    const uint64_t header_size = header.size();
    file.write({reinterpret_cast<const char*>(&header_size), safetensors::kLengthSize});
    file.write(header);
    for (const TensorView& tensor : tensors)
      file.write({static_cast<const char*>(tensor.data), tensor.num_bytes});
  });
}

}  // namespace dragoman
