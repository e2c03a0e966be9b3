#pragma once

#include "model/attention_formula.h"

namespace dragoman {

/// Where sentences begin in rows.
struct SentenceStarts {
  torch::Tensor rows;  // [B + 1] int32 on the rows' device, the last being the number of rows
  int64_t longest;     // tokens
};

struct StartsOfHeads {
  SentenceStarts queries;
  SentenceStarts keys;
};

/// Returns those of projections whose keys are packed, or padded without a mask.
StartsOfHeads starts_of(const ProjectedHeads& heads, const AttentionMask& mask);

}  // namespace dragoman
