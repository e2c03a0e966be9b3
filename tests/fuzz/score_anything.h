#pragma once

#include <cstddef>
#include <cstdint>

namespace dragoman {

/// Scores the text that `data` makes after its first eight bytes, by a metric and settings that
/// these choose (the first byte the metric, the second BLEU's tokeniser), and checks what holds for
/// any text. A violation ends the program.
void score_anything(const uint8_t* data, size_t size);

}  // namespace dragoman
