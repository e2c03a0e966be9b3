#pragma once

#include <cstdint>
#include <string_view>

namespace dragoman {

/// CRC-32C (Castagnoli; RFC 3720, appendix B.4) of `bytes`. Not the CRC-32 of gzip, whose
/// polynomial is another.
uint32_t crc32c(std::string_view bytes);

}  // namespace dragoman
