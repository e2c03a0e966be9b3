#pragma once

#include <cstddef>
#include <cstdint>

namespace dragoman {

/// Takes text that `data` makes after its first eight bytes as a document of a format that these
/// choose, translates it into words that they choose, and checks that all bytes outside of its
/// texts are there as they were. A violation ends the program.
void translate_any_document(const uint8_t* data, size_t size);

}  // namespace dragoman
