#include "model/fused_attention.h"

#include <torch/autograd.h>

#include "kernels/padding.h"
#include "model/attention_heads.h"
#include "model/float_rows.h"

namespace dragoman {
namespace {

constexpr int64_t kMaxKeys = 512;

class FusedAttention : public torch::autograd::Function<FusedAttention> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& queries, const OptionalTensor& memory,
                               const OptionalTensor& seen, const OptionalTensor& offsets,
                               int64_t heads, bool causal) {
    const AttentionInputs inputs{queries, memory, seen, offsets, heads, causal};
    const torch::Tensor out =
        torch::empty({queries.size(0), queries.size(1), inputs.width()}, queries.options());
    attend_all(inputs, out);
    const torch::Tensor none;
    context->save_for_backward(
        {queries, memory.value_or(none), seen.value_or(none), offsets.value_or(none)});
    context->saved_data["heads"] = heads;
    context->saved_data["causal"] = causal;
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const AttentionInputs inputs{saved[0],
                                 if_defined(saved[1]),
                                 if_defined(saved[2]),
                                 if_defined(saved[3]),
                                 context->saved_data["heads"].toInt(),
                                 context->saved_data["causal"].toBool()};
    const torch::Tensor slope = gradients[0].contiguous(),
                        for_queries = torch::empty_like(inputs.queries),
                        for_memory =
                            inputs.memory ? torch::empty_like(*inputs.memory) : torch::Tensor();
    attend_all_backward(inputs, slope, for_queries, if_defined(for_memory));
    return {for_queries, for_memory, {}, {}, {}, {}};
  }
};

}  // namespace

bool fits_kernels(int64_t head_width, int64_t num_keys) {
  return head_width % kLaneCount == 0 && num_keys <= kMaxKeys;
}

bool can_fuse_attention(const torch::Tensor& rows, int64_t head_width, int64_t num_keys) {
  return has_float_rows(rows) && fits_kernels(head_width, num_keys);
}

torch::Tensor fused_attention(const ProjectedHeads& heads, const AttentionMask& mask) {
  const auto contiguous = [](const torch::Tensor& tensor) {
    return tensor.defined() ? OptionalTensor(tensor.contiguous()) : std::nullopt;
  };
  const bool is_packed = mask.offsets.defined();
  return FusedAttention::apply(heads.queries.contiguous(), contiguous(heads.memory),
                               is_packed ? std::nullopt : contiguous(mask.keys),
                               contiguous(mask.offsets), heads.heads, mask.causal);
}

}  // namespace dragoman
