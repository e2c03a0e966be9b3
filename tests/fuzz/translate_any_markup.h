#pragma once

#include <cstddef>
#include <cstdint>

namespace dragoman {

/// Takes text that `data` makes after its first eight bytes as a fragment of HTML or XML,
/// translates it into words and links that these choose, and checks that each tag is there once. A
/// violation ends the program.
void translate_any_markup(const uint8_t* data, size_t size);

}  // namespace dragoman
