#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Shared code for reading and writing safetensors files. Their layout: a u64 header length, a JSON
// header padded with spaces, and the tensors' bytes without gaps, all little-endian.
namespace dragoman::safetensors {

constexpr size_t kLengthSize = sizeof(uint64_t);
constexpr size_t kMaxHeaderSize = 100'000'000;  // the format's own limit
constexpr const char* kMetadataKey = "__metadata__";
constexpr const char* kChecksumKey = "checksum";
/// Placeholder in the header while the checksum of header and data is computed.
constexpr std::string_view kNoChecksum = "crc32:00000000";

/// Returns the size of a tensor in bytes, or nullopt if the format has no such dtype or shape.
std::optional<size_t> num_bytes_of(std::string_view dtype, const std::vector<int64_t>& shape);

/// Extends `crc`, the CRC-32 of the bytes before (0: none), by `data`.
uint32_t extend_crc(uint32_t crc, const void* data, size_t num_bytes);

/// Combines `crc`, the CRC-32 of the bytes before, with `next`, the CRC-32 of the following
/// `num_bytes` bytes.
uint32_t combine_crcs(uint32_t crc, uint32_t next, size_t num_bytes);

/// Formats a checksum as "crc32:" and eight hexadecimal digits.
std::string checksum_text(uint32_t crc);

/// Replaces the first `from` in `header` by `to`, which has the same length.
void replace_checksum(std::string& header, std::string_view from, std::string_view to);

}  // namespace dragoman::safetensors
