#pragma once

#include <cstdint>
#include <vector>

#include "architecture/step_model.h"

namespace dragoman {

/// Returns the tokens of each row of a batch, without the padding at its end. A row may begin with
/// one padding token, the start token.
std::vector<std::vector<int64_t>> rows_without_padding(const SourceBatch& source, int64_t padding);

/// Limits `context`, the tokens so far, to what a language model of `max_length` positions can
/// read. Keeps all tokens if they fit, else the last half of that length.
void slide(std::vector<int64_t>& context, int64_t max_length);

}  // namespace dragoman
