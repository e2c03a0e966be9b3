#pragma once

#include <cstddef>
#include <cstdint>

namespace dragoman {

/// Scores the text that `data` makes, by settings that its first bytes choose: with every metric
/// and tokeniser, and checks what holds for any text. A violation ends the program.
void score_anything(const uint8_t* data, size_t size);

}  // namespace dragoman
