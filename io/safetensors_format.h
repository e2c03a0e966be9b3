#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What reading and writing safetensors files share: the layout is a u64 header length, a JSON
// header padded with spaces, and the tensors' bytes without holes, all little-endian.
namespace dragoman::safetensors {

constexpr size_t kLengthSize = sizeof(uint64_t);
constexpr size_t kMaxHeaderSize = 100'000'000;  // the format's own limit
constexpr const char* kMetadataKey = "__metadata__";
constexpr const char* kChecksumKey = "checksum";
/// Stands in the header while the checksum is taken, over the header and the data.
constexpr std::string_view kNoChecksum = "crc32:00000000";

/// Bytes of a tensor; nothing if the format has no such dtype or shape.
std::optional<size_t> num_bytes_of(std::string_view dtype, const std::vector<int64_t>& shape);

/// The CRC-32 of what `crc` is the sum of (0: nothing) with `data` after it.
uint32_t extend_crc(uint32_t crc, const void* data, size_t num_bytes);

/// The CRC-32 of what `crc` is the sum of with `num_bytes` after it, whose own sum is `next`.
uint32_t combine_crcs(uint32_t crc, uint32_t next, size_t num_bytes);

/// "crc32:" and eight hexadecimal digits.
std::string checksum_text(uint32_t crc);

/// Exchanges the first `from` in `header` for `to`, which is as long.
void replace_checksum(std::string& header, std::string_view from, std::string_view to);

}  // namespace dragoman::safetensors
