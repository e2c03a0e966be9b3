#include "io/safetensors.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "io/safetensors_format.h"

namespace dragoman {
namespace {

using Json = nlohmann::json;

/// Reason why a file cannot be read. The constructor of SafetensorsFile adds the file's name.
struct Malformed {
  std::string reason;
};

void require(bool condition, const char* reason) {
  if (!condition) throw Malformed{reason};
}

/// Splits off the header's text; `bytes` becomes the rest.
std::string_view split_header(std::string_view& bytes) {
  uint64_t size = 0;
  std::memcpy(&size, bytes.data(), safetensors::kLengthSize);
  bytes.remove_prefix(safetensors::kLengthSize);
  require(size <= safetensors::kMaxHeaderSize, "it is no safetensors file (header too long)");
  require(size <= bytes.size(), "it is cut short, or no safetensors file");
  const std::string_view header = bytes.substr(0, size);
  bytes.remove_prefix(size);
  require(header.starts_with('{'), "it is no safetensors file (no header)");
  return header;
}

std::vector<int64_t> read_shape(const Json& json) {
  require(json.is_array(), "the shape of a tensor is no list");
  for (const Json& extent : json) {
    require(extent.is_number_unsigned() && extent <= INT64_MAX, "the shape of a tensor is wrong");
  }
  return json.get<std::vector<int64_t>>();
}

/// Reads one entry of the header; its data lie within `data`.
TensorView read_tensor(const std::string& name, const Json& entry, std::string_view data) {
  require(entry.is_object() && entry.contains("dtype") && entry.contains("shape") &&
              entry.contains("data_offsets") && entry["dtype"].is_string(),
          "its header does not describe tensors");
  const Json& offsets = entry["data_offsets"];
  require(offsets.is_array() && offsets.size() == 2 && offsets[0].is_number_unsigned() &&
              offsets[1].is_number_unsigned(),
          "the place of a tensor is wrong");
  const auto begin = offsets[0].get<uint64_t>();
  const auto end = offsets[1].get<uint64_t>();
  require(begin <= end && end <= data.size(), "it is cut short");
  TensorView tensor{name, entry["dtype"], read_shape(entry["shape"]), data.data() + begin,
                    static_cast<size_t>(end - begin)};
  if (safetensors::num_bytes_of(tensor.dtype, tensor.shape) != tensor.num_bytes) {
    throw Malformed{"dtype " + tensor.dtype + " is unknown, or the size of a tensor is wrong"};
  }
  return tensor;
}

// Checks the format's rule that tensors follow one another without gaps and fill the data.
void sort_and_check_places(std::vector<TensorView>& tensors, std::string_view data) {
  std::stable_sort(tensors.begin(), tensors.end(), [](const TensorView& a, const TensorView& b) {
    return std::pair(a.data, a.num_bytes) < std::pair(b.data, b.num_bytes);
  });
  const char* next = data.data();
  for (const TensorView& tensor : tensors) {
    require(tensor.data == next, "its tensors overlap or leave holes");
    next += tensor.num_bytes;
  }
  require(next == data.data() + data.size(), "it holds more data than tensors");
}

std::map<std::string, std::string> read_metadata(const Json& json) {
  require(json.is_object(), "its metadata is no table");
  for (const Json& value : json) require(value.is_string(), "its metadata is no table of texts");
  return json.get<std::map<std::string, std::string>>();
}

constexpr size_t kPartToSum = size_t{4} << 20U;
constexpr size_t kMostThreads = 8;

/// Computes checksums of the parts of `data` in several threads. Releases a part's memory at once.
std::vector<uint32_t> sum_parts(const MappedFile& file, std::string_view data) {
  std::vector<uint32_t> sums((data.size() + kPartToSum - 1) / kPartToSum);
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < sums.size(); i = next++) {
      const std::string_view part = data.substr(i * kPartToSum, kPartToSum);
      sums[i] = safetensors::extend_crc(0, part.data(), part.size());
      file.drop(part);
    }
  };
  const size_t cores = std::max<size_t>(std::thread::hardware_concurrency(), 1);
  std::vector<std::jthread> helpers;
  try {
    for (size_t i = 1; i < std::min({cores, kMostThreads, sums.size()}); ++i)
      helpers.emplace_back(work);
  } catch (const std::system_error&) {  // the system starts no more: those that exist do it all
  }
  work();
  for (std::jthread& helper : helpers) helper.join();
  return sums;
}

/// Extends a checksum by `data`.
uint32_t extend_crc(uint32_t crc, const MappedFile& file, std::string_view data) {
  for (const uint32_t sum : sum_parts(file, data)) {
    const size_t size = std::min(kPartToSum, data.size());
    crc = safetensors::combine_crcs(crc, sum, size);
    data.remove_prefix(size);
  }
  return crc;
}

/// Verifies the checksum and removes it from `metadata`. A checksum of another format stays there,
/// unverified.
void verify_checksum(std::map<std::string, std::string>& metadata, const MappedFile& file,
                     std::string_view header, std::string_view data) {
  const auto checksum = metadata.find(safetensors::kChecksumKey);
  if (checksum == metadata.end() || !checksum->second.starts_with("crc32:")) return;
  require(checksum->second.size() == safetensors::kNoChecksum.size(), "its checksum is malformed");
  std::string blank_header(header);
  safetensors::replace_checksum(blank_header, checksum->second, safetensors::kNoChecksum);
  const uint32_t header_crc = safetensors::extend_crc(0, blank_header.data(), blank_header.size());
  const uint32_t crc = extend_crc(header_crc, file, data);
  require(checksum->second == safetensors::checksum_text(crc), "its checksum does not match");
  metadata.erase(checksum);
}

}  // namespace

SafetensorsFile::SafetensorsFile(const std::string& path) {
  try {
    mapping_ = std::make_shared<MappedFile>(path);
    std::string_view data = mapping_->bytes();
    require(data.size() >= safetensors::kLengthSize, "it is too short for a safetensors file");
    const std::string_view header_text = split_header(data);
    const Json header = Json::parse(header_text, nullptr, /*allow_exceptions=*/false);
    require(header.is_object(), "its header is damaged");
    for (const auto& [name, entry] : header.items()) {
      if (name == safetensors::kMetadataKey) {
        metadata_ = read_metadata(entry);
      } else {
        tensors_.push_back(read_tensor(name, entry, data));
      }
    }
    sort_and_check_places(tensors_, data);
    verify_checksum(metadata_, *mapping_, header_text, data);
  } catch (const Malformed& malformed) {
    throw std::runtime_error("cannot read '" + path + "': " + malformed.reason +
                             "; copy the file again or write it anew");
  }
}

const TensorView* SafetensorsFile::find(const std::string& name) const {
  const auto tensor = std::find_if(tensors_.begin(), tensors_.end(),
                                   [&](const TensorView& view) { return view.name == name; });
  return tensor == tensors_.end() ? nullptr : &*tensor;
}

void SafetensorsFile::drop(const TensorView& tensor) const {
  mapping_->drop({static_cast<const char*>(tensor.data), tensor.num_bytes});
}

}  // namespace dragoman
