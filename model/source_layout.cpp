#include "model/source_layout.h"

#include "model/device.h"

namespace dragoman {
namespace {

/// Lays out the batch on the CPU, where reading a number does not wait for a device.
SourceLayout lay_out_here(const torch::Tensor& source, int64_t pad, SourceRows rows) {
  const torch::Tensor is_token = source != pad;
  if (is_token.all().item<bool>())
    return {source, torch::arange(source.size(1), source.options()), {}};
  const torch::Tensor seen = is_token.unsqueeze(1).unsqueeze(2);
  if (rows == SourceRows::kPadded)
    return {source, torch::arange(source.size(1), source.options()), {.keys = seen}};
  return {source.masked_select(is_token).unsqueeze(0),
          is_token.nonzero().select(1, 1).contiguous(),
          {.keys = seen,
           .offsets = torch::constant_pad_nd(is_token.sum(1).cumsum(0), {1, 0}),
           .starts = {},
           .places = is_token.flatten().nonzero().squeeze(1)}};
}

}  // namespace

SourceLayout lay_out(const torch::Tensor& source, int64_t pad, SourceRows rows,
                     const torch::Device& device) {
  SourceLayout layout = lay_out_here(source, pad, rows);
  AttentionMask& mask = layout.mask;
  if (mask.offsets.defined()) mask.starts = mask.offsets.to(torch::kInt32);
  for (torch::Tensor* part :
       {&layout.ids, &layout.positions, &mask.keys, &mask.places, &mask.starts})
    if (part->defined()) *part = copy_ahead(*part, device);
  return layout;
}

}  // namespace dragoman
