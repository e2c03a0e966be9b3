#pragma once

#include <cstdint>
#include <vector>

#include "architecture/step_model.h"

namespace dragoman {

/// The tokens of each row of a batch, without the padding that ends it: one token of padding may
/// begin a row, as the start token.
std::vector<std::vector<int64_t>> rows_without_padding(const SourceBatch& source, int64_t padding);

/// What a language model of `max_length` positions sees of `context`, its tokens so far: all of
/// them while they fit, else the last half of what would.
void slide(std::vector<int64_t>& context, int64_t max_length);

}  // namespace dragoman
