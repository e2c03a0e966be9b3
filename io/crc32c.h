#pragma once

#include <cstdint>
#include <string_view>

namespace dragoman {

/// Returns the CRC-32C (Castagnoli; RFC 3720, appendix B.4) of `bytes`. gzip's CRC-32 has another
/// polynomial.
uint32_t crc32c(std::string_view bytes);

}  // namespace dragoman
