#pragma once

#include <vector>

#include "alignment/jump_table.h"
#include "alignment/word_table.h"

namespace dragoman {

/// What one direction's model has of its own. Words of one language are generated from those of the
/// other.
struct DirectionParameters {
  std::vector<float> nulls;  // [generated language's words]: t(word | null word)
  JumpTable jumps;
  float null_probability = 0.05F;  // that a word comes from the null word
};

/// Both directions: `forward` generates the target, `backward` the source.
struct AlignmentParameters {
  WordTable table;
  DirectionParameters forward;
  DirectionParameters backward;
};

}  // namespace dragoman
