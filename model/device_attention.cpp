#include "model/device_attention.h"

#include <torch/autograd.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/device_arguments.h"
#include "model/device_attention_check.h"
#include "model/device_kernels.h"
#include "model/optional_tensor.h"
#include "model/sentence_starts.h"

namespace dragoman {
namespace {

// As in model/device_tiles.cu.
constexpr int64_t kRowsOfTile = 16, kMostTokens = 64, kWidestHead = 64, kBytesOfSharedRow = 144;
constexpr int64_t kThreadsOfTile = 32;

/// Part `part` of a projection's rows [.., parts D].
DeviceHeads part_of(const torch::Tensor& rows, int64_t part, int64_t width) {
  return {static_cast<unsigned short*>(rows.data_ptr()) + part * width, rows.size(-1)};
}

/// Queries [.., D] and memory [.., 2 D], or queries [.., 3 D] with keys and values.
struct Projection {
  torch::Tensor queries;
  OptionalTensor memory;
  int64_t heads;

  const torch::Tensor& keys() const { return memory ? *memory : queries; }
  int64_t width() const { return queries.size(-1) / (memory ? 1 : 3); }
  DeviceHeads part(int64_t number) const {
    return part_of(number == 0 ? queries : keys(), memory && number > 0 ? number - 1 : number,
                   width());
  }
};

DeviceAttention argument_of(const Projection& projection, const StartsOfHeads& starts,
                            bool causal) {
  DeviceAttention argument{};
  argument.queries = projection.part(0);
  argument.keys = projection.part(1);
  argument.values = projection.part(2);
  argument.query_starts = starts.queries.rows.const_data_ptr<int>();
  argument.key_starts = starts.keys.rows.const_data_ptr<int>();
  argument.heads = static_cast<int>(projection.heads);
  argument.width = static_cast<int>(projection.width() / projection.heads);
  argument.scale = 1 / std::sqrt(static_cast<float>(argument.width));
  argument.is_causal = causal;
  return argument;
}

int64_t tiles_of(const SentenceStarts& starts) {
  return (starts.longest + kRowsOfTile - 1) / kRowsOfTile;
}

/// Starts a kernel, a block for each head of each sentence. It keeps so many tiles of rows of
/// queries and of keys in shared memory.
void run(const char* kernel, int64_t arrays_of_queries, int64_t arrays_of_keys,
         const StartsOfHeads& starts, DeviceAttention argument) {
  const torch::Tensor& rows = starts.keys.rows;
  const int64_t sentences = rows.size(0) - 1, of_queries = tiles_of(starts.queries),
                of_keys = tiles_of(starts.keys),
                tiles = arrays_of_queries * of_queries + arrays_of_keys * of_keys;
  if (sentences == 0 || tiles == 0) return;
  device_kernels(rows.device())
      ->run({.kernel = kernel,
             .blocks = sentences * argument.heads,
             .threads_of_block = kThreadsOfTile * std::max(of_queries, of_keys),
             .shared_bytes = tiles * kRowsOfTile * kBytesOfSharedRow},
            &argument, rows.device());
}

class DeviceAttentionFunction : public torch::autograd::Function<DeviceAttentionFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& queries, const OptionalTensor& memory,
                               const StartsOfHeads& starts, int64_t heads, bool causal) {
    const Projection projection{queries, memory, heads};
    context->save_for_backward(
        {queries, memory.value_or(torch::Tensor()), starts.queries.rows, starts.keys.rows});
    context->saved_data["longest"] =
        std::vector<int64_t>{starts.queries.longest, starts.keys.longest};
    context->saved_data["heads"] = heads;
    context->saved_data["causal"] = causal;
    std::vector<int64_t> sizes = queries.sizes().vec();
    sizes.back() = projection.width();
    const torch::Tensor out = torch::empty(sizes, queries.options());
    DeviceAttention argument = argument_of(projection, starts, causal);
    argument.out = part_of(out, 0, projection.width());
    run("attend", /*arrays_of_queries=*/1, /*arrays_of_keys=*/2, starts, argument);
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const auto longest = context->saved_data["longest"].toIntVector();
    const int64_t heads = context->saved_data["heads"].toInt();
    const Projection projection{saved[0], if_defined(saved[1]), heads};
    const StartsOfHeads starts{{saved[2], longest[0]}, {saved[3], longest[1]}};
    const torch::Tensor slopes = gradients[0].contiguous();
    const Projection wanted{
        torch::empty_like(projection.queries),
        projection.memory ? OptionalTensor(torch::empty_like(*projection.memory)) : std::nullopt,
        heads};
    DeviceAttention argument =
        argument_of(projection, starts, context->saved_data["causal"].toBool());
    argument.slopes = part_of(slopes, 0, projection.width());
    argument.for_queries = wanted.part(0);
    argument.for_keys = wanted.part(1);
    argument.for_values = wanted.part(2);
    // Queries, gradients, weights and their gradients; keys and values.
    run("attend_backward", /*arrays_of_queries=*/4, /*arrays_of_keys=*/2, starts, argument);
    return {wanted.queries, wanted.memory.value_or(torch::Tensor()), {}, {}, {}};
  }
};

}  // namespace

bool has_device_attention(const ProjectedHeads& heads, const AttentionMask& mask) {
  const int64_t width = heads.head_width(),
                most_keys = mask.offsets.defined() ? mask.keys.size(3) : heads.attended().size(1);
  DeviceKernels* const kernels = device_kernels(heads.queries.device());
  return kernels != nullptr && kernels->has_matrix_units() &&
         heads.queries.scalar_type() == torch::kBFloat16 && width % 16 == 0 &&
         width <= kWidestHead && most_keys <= kMostTokens &&
         (heads.is_self() || heads.queries.size(1) <= kMostTokens) &&
         mask.keys.defined() == mask.offsets.defined() &&
         device_attention_is_trusted(heads.queries.device());
}

torch::Tensor device_attention(const ProjectedHeads& heads, const AttentionMask& mask) {
  return DeviceAttentionFunction::apply(
      heads.queries.contiguous(),
      heads.is_self() ? std::nullopt : OptionalTensor(heads.memory.contiguous()),
      starts_of(heads, mask), heads.heads, mask.causal);
}

}  // namespace dragoman
