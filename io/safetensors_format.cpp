#include "io/safetensors_format.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <utility>

namespace dragoman::safetensors {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr auto kElementSizes = std::to_array<std::pair<std::string_view, size_t>>({
    {"BOOL", 1},
    {"U8", 1},
    {"I8", 1},
    {"F8_E4M3", 1},
    {"F8_E5M2", 1},
    {"F8_E8M0", 1},
    {"I16", 2},
    {"U16", 2},
    {"F16", 2},
    {"BF16", 2},
    {"I32", 4},
    {"U32", 4},
    {"F32", 4},
    {"I64", 8},
    {"U64", 8},
    {"F64", 8},
    {"C64", 8},
});

}  // namespace

std::optional<size_t> num_bytes_of(std::string_view dtype, const std::vector<int64_t>& shape) {
  const auto known = std::find_if(kElementSizes.begin(), kElementSizes.end(),
                                  [&](const auto& entry) { return entry.first == dtype; });
  if (known == kElementSizes.end()) return std::nullopt;
  size_t num_bytes = known->second;
  for (const int64_t extent : shape) {
    if (extent < 0 || __builtin_mul_overflow(num_bytes, static_cast<size_t>(extent), &num_bytes)) {
      return std::nullopt;
    }
  }
  return num_bytes;
}

uint32_t extend_crc(uint32_t crc, const void* data, size_t num_bytes) {
  // For a null pointer, zlib would return the initial value instead of the sum so far.
  if (num_bytes == 0) return crc;
  return static_cast<uint32_t>(crc32_z(crc, static_cast<const Bytef*>(data), num_bytes));
}

uint32_t combine_crcs(uint32_t crc, uint32_t next, size_t num_bytes) {
  return static_cast<uint32_t>(crc32_combine(crc, next, static_cast<z_off_t>(num_bytes)));
}

std::string checksum_text(uint32_t crc) {
  char text[kNoChecksum.size() + 1];
  std::snprintf(text, sizeof(text), "crc32:%08x", crc);
  return text;
}

void replace_checksum(std::string& header, std::string_view from, std::string_view to) {
  const size_t position = header.find(from);
  if (position != std::string::npos) header.replace(position, to.size(), to);
}

}  // namespace dragoman::safetensors
