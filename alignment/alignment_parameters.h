#pragma once

#include <vector>

#include "alignment/jump_table.h"
#include "alignment/word_table.h"

namespace dragoman {

/// Parameters of one direction, in which the words of one language generate those of the other.
struct DirectionParameters {
  std::vector<float> nulls;  // [words of the generated language]: t(word | null word)
  JumpTable jumps;
  float null_probability = 0.05F;  // probability that the null word generates a word
};

/// Both directions: `forward` generates the target, `backward` the source.
struct AlignmentParameters {
  WordTable table;
  DirectionParameters forward;
  DirectionParameters backward;
};

}  // namespace dragoman
