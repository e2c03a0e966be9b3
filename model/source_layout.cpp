#include "model/source_layout.h"

namespace dragoman {

SourceLayout lay_out(const torch::Tensor& source, int64_t pad, SourceRows rows) {
  const torch::Tensor is_token = source != pad;
  if (is_token.all().item<bool>())
    return {source, torch::arange(source.size(1), source.options()), {}};
  if (rows == SourceRows::kPadded)
    return {source,
            torch::arange(source.size(1), source.options()),
            {.keys = is_token.unsqueeze(1).unsqueeze(2)}};
  return {source.masked_select(is_token).unsqueeze(0),
          is_token.nonzero().select(1, 1),
          {.offsets = torch::constant_pad_nd(is_token.sum(1).cumsum(0), {1, 0})}};
}

}  // namespace dragoman
