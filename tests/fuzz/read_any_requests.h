#pragma once

#include <cstddef>
#include <cstdint>

namespace dragoman {

/// Takes `data` after its first byte as what a connection receives, once whole and once in pieces
/// that the first byte chooses the sizes of, and checks that both are read as the same requests. A
/// violation ends the program. At most 4,000 bytes: longer lines of chunks may be refused in pieces
/// and taken whole.
void read_any_requests(const uint8_t* data, size_t size);

}  // namespace dragoman
