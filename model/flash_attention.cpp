#include "model/flash_attention.h"

#include <ATen/Context.h>
#include <ATen/ops/_flash_attention_backward.h>
#include <ATen/ops/_flash_attention_forward.h>
#include <torch/autograd.h>

#include <cmath>
#include <optional>

#include "model/device_kernels.h"
#include "model/optional_tensor.h"
#include "model/sentence_starts.h"

namespace dragoman {
namespace {

/// Splits a projection [.., parts D] into `parts` tensors [rows, H, d].
std::vector<torch::Tensor> parts_of(const torch::Tensor& projection, int64_t parts, int64_t heads) {
  return projection.reshape({-1, parts, heads, projection.size(-1) / parts / heads}).unbind(1);
}

/// While one exists, and if deterministic algorithms are chosen, LibTorch takes them even where it
/// would only warn that it has a faster one.
class StrictlyDeterministic {
 public:
  StrictlyDeterministic() : warns_(at::globalContext().deterministicAlgorithmsWarnOnly()) {
    choose(/*warns=*/false);
  }
  ~StrictlyDeterministic() { choose(warns_); }
  StrictlyDeterministic(const StrictlyDeterministic&) = delete;
  StrictlyDeterministic& operator=(const StrictlyDeterministic&) = delete;

 private:
  static void choose(bool warns) {
    at::Context& context = at::globalContext();
    context.setDeterministicAlgorithms(context.deterministicAlgorithms(), warns);
  }

  bool warns_;
};

class FlashAttention : public torch::autograd::Function<FlashAttention> {
 public:
  /// queries [.., D], memory [.., 2 D]; or queries [.., 3 D] with keys and values.
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& queries, const OptionalTensor& memory,
                               const StartsOfHeads& starts, int64_t heads, bool causal) {
    const auto& [query_starts, most_queries] = starts.queries;
    const auto& [key_starts, most_keys] = starts.keys;
    const auto [q, k, v] = split(queries, memory, heads);
    const auto [out, log_sums, random, unused, mask] = at::_flash_attention_forward(
        q, k, v, query_starts, key_starts, most_queries, most_keys, /*dropout_p=*/0.0, causal,
        /*return_debug_mask=*/false, scale_of(q));
    context->save_for_backward({queries, memory.value_or(torch::Tensor()), out, log_sums,
                                query_starts, key_starts, random, unused});
    context->saved_data["longest"] = std::vector<int64_t>{most_queries, most_keys};
    context->saved_data["heads"] = heads;
    context->saved_data["causal"] = causal;
    std::vector<int64_t> sizes = queries.sizes().vec();
    sizes.back() = q.size(1) * q.size(2);
    return out.view(sizes);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor &queries = saved[0], &memory = saved[1];
    const auto [q, k, v] = split(queries, if_defined(memory), context->saved_data["heads"].toInt());
    const auto longest = context->saved_data["longest"].toIntVector();
    const StrictlyDeterministic strictly;
    const auto [of_q, of_k, of_v] = at::_flash_attention_backward(
        gradients[0].contiguous().view(q.sizes()), q, k, v, saved[2], saved[3], saved[4], saved[5],
        longest[0], longest[1], /*dropout_p=*/0.0, context->saved_data["causal"].toBool(), saved[6],
        saved[7], scale_of(q));
    torch::Tensor for_queries = of_q, for_memory;
    if (memory.defined()) {
      for_memory = torch::stack({of_k, of_v}, 1).view_as(memory);
    } else {
      for_queries = torch::stack({of_q, of_k, of_v}, 1);
    }
    return {for_queries.view_as(queries), for_memory, {}, {}, {}};
  }

 private:
  struct Heads {
    torch::Tensor queries, keys, values;  // [rows, H, d]
  };

  static Heads split(const torch::Tensor& queries, const OptionalTensor& memory, int64_t heads) {
    const auto parts = parts_of(queries, memory ? 1 : 3, heads);
    if (!memory) return {parts[0], parts[1], parts[2]};
    const auto of_memory = parts_of(*memory, 2, heads);
    return {parts[0], of_memory[0], of_memory[1]};
  }

  static std::optional<double> scale_of(const torch::Tensor& queries) {
    return 1 / std::sqrt(static_cast<double>(queries.size(-1)));
  }
};

}  // namespace

bool has_flash_attention(const ProjectedHeads& heads, const AttentionMask& mask) {
  const int64_t width = heads.head_width();
  DeviceKernels* const kernels = device_kernels(heads.queries.device());
  return kernels != nullptr && kernels->has_flash_attention() &&
         heads.queries.scalar_type() == torch::kBFloat16 && width % 8 == 0 && width <= 256 &&
         mask.keys.defined() == mask.offsets.defined();
}

torch::Tensor flash_attention(const ProjectedHeads& heads, const AttentionMask& mask) {
  return FlashAttention::apply(
      heads.queries.contiguous(),
      heads.is_self() ? std::nullopt : OptionalTensor(heads.memory.contiguous()),
      starts_of(heads, mask), heads.heads, mask.causal);
}

}  // namespace dragoman
