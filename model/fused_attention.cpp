#include "model/fused_attention.h"

#include <ATen/Parallel.h>
#include <torch/autograd.h>

#include <vector>

#include "model/head_attention.h"

namespace dragoman {
namespace {

using OptionalTensor = std::optional<torch::Tensor>;

constexpr int64_t kMaxKeys = 512;

OptionalTensor if_defined(const torch::Tensor& tensor) {
  return tensor.defined() ? OptionalTensor(tensor) : std::nullopt;
}

/// The rows of a projection, each of several times D numbers, from one part of D on.
struct Rows {
  float* of(int64_t sentence, int64_t head) const {
    return data + sentence * of_sentence + head * head_width;
  }

  float* data;
  int64_t stride;
  int64_t of_sentence;
  int64_t head_width;
};

Rows rows_of(const torch::Tensor& tensor, int64_t part, int64_t heads, int64_t head_width) {
  const int64_t stride = tensor.size(2);
  return {tensor.data_ptr<float>() + part * heads * head_width, stride, tensor.size(1) * stride,
          head_width};
}

/// Queries, keys and values, or the gradients with respect to them.
struct Projections {
  Rows queries;
  Rows keys;
  Rows values;
};

Projections projections_of(const torch::Tensor& queries, const OptionalTensor& memory,
                           int64_t heads, int64_t head_width) {
  const torch::Tensor& of_keys = memory ? *memory : queries;
  const int64_t part = memory ? 0 : 1;
  return {rows_of(queries, 0, heads, head_width), rows_of(of_keys, part, heads, head_width),
          rows_of(of_keys, part + 1, heads, head_width)};
}

/// The heads of a batch, one after the other.
class Heads {
 public:
  Heads(const torch::Tensor& queries, const OptionalTensor& memory, const OptionalTensor& seen,
        int64_t heads, bool causal)
      : count_(heads),
        batch_(queries.size(0)),
        num_queries_(queries.size(1)),
        num_keys_(memory.value_or(queries).size(1)),
        width_(queries.size(2) / (memory ? 1 : 3) / heads),
        causal_(causal),
        seen_(seen ? seen->const_data_ptr<bool>() : nullptr),
        rows_(projections_of(queries, memory, heads, width_)) {}

  int64_t width() const { return width_; }
  Projections like(const torch::Tensor& queries, const OptionalTensor& memory) const {
    return projections_of(queries, memory, count_, width_);
  }

  AttentionHead head(int64_t sentence, int64_t index) const {
    return {.queries = rows_.queries.of(sentence, index),
            .keys = rows_.keys.of(sentence, index),
            .values = rows_.values.of(sentence, index),
            .query_stride = rows_.queries.stride,
            .key_stride = rows_.keys.stride,
            .num_queries = num_queries_,
            .num_keys = num_keys_,
            .width = width_,
            .is_seen = seen_ == nullptr ? nullptr : seen_ + sentence * num_keys_,
            .is_causal = causal_};
  }
  Rows output(const torch::Tensor& out) const { return rows_of(out, 0, count_, width_); }

  /// work(sentence, head, room) for all, by several threads.
  template <class Work>
  void for_each(const Work& work) const {
    at::parallel_for(0, batch_ * count_, 1, [&](int64_t begin, int64_t end) {
      std::vector<float> room(static_cast<size_t>(attention_room(head(0, 0))));
      for (int64_t i = begin; i < end; ++i) work(i / count_, i % count_, room.data());
    });
  }

 private:
  int64_t count_;
  int64_t batch_;
  int64_t num_queries_;
  int64_t num_keys_;
  int64_t width_;
  bool causal_;
  const bool* seen_;
  Projections rows_;
};

class FusedAttention : public torch::autograd::Function<FusedAttention> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& queries, const OptionalTensor& memory,
                               const OptionalTensor& seen, int64_t num_heads, bool causal) {
    const Heads heads(queries, memory, seen, num_heads, causal);
    const int64_t batch = queries.size(0), length = queries.size(1);
    const torch::Tensor out =
        torch::empty({batch, length, num_heads * heads.width()}, queries.options());
    const Rows rows = heads.output(out);
    heads.for_each([&](int64_t sentence, int64_t head, float* room) {
      attend(heads.head(sentence, head), rows.of(sentence, head), rows.stride, room);
    });
    context->save_for_backward(
        {queries, memory.value_or(torch::Tensor()), seen.value_or(torch::Tensor())});
    context->saved_data["heads"] = num_heads;
    context->saved_data["causal"] = causal;
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const OptionalTensor memory = if_defined(saved[1]), seen = if_defined(saved[2]);
    const Heads heads(saved[0], memory, seen, context->saved_data["heads"].toInt(),
                      context->saved_data["causal"].toBool());
    const torch::Tensor slope = gradients[0].contiguous(),
                        for_queries = torch::empty_like(saved[0]),
                        for_memory = memory ? torch::empty_like(*memory) : torch::Tensor();
    const Projections rows = heads.like(for_queries, if_defined(for_memory));
    const Rows slopes = heads.output(slope);
    heads.for_each([&](int64_t sentence, int64_t head, float* room) {
      const AttentionGradients wanted{.queries = rows.queries.of(sentence, head),
                                      .keys = rows.keys.of(sentence, head),
                                      .values = rows.values.of(sentence, head)};
      attend_backward(heads.head(sentence, head), slopes.of(sentence, head), slopes.stride, wanted,
                      room);
    });
    return {for_queries, for_memory, {}, {}, {}};
  }
};

/// What fused attention computes from, whatever the type.
torch::Tensor as_rows(const torch::Tensor& projected) {
  return projected.to(torch::kFloat32).contiguous();
}

bool is_fusible(const torch::Tensor& projected) {
  const torch::Dtype type = projected.scalar_type();
  return projected.is_cpu() && (type == torch::kFloat32 || type == torch::kBFloat16);
}

}  // namespace

bool can_fuse_attention(const ProjectedHeads& heads) {
  const bool is_self = !heads.memory.defined();
  const torch::Tensor& keys = is_self ? heads.queries : heads.memory;
  const int64_t width = heads.queries.size(2) / (is_self ? 3 : 1) / heads.heads;
  return is_fusible(heads.queries) && is_fusible(keys) && width % kVectorFloats == 0 &&
         keys.size(1) <= kMaxKeys;
}

torch::Tensor fused_attention(const ProjectedHeads& heads, const AttentionMask& mask) {
  const OptionalTensor memory =
      heads.memory.defined() ? OptionalTensor(as_rows(heads.memory)) : std::nullopt;
  const OptionalTensor seen =
      mask.keys.defined() ? OptionalTensor(mask.keys.contiguous()) : std::nullopt;
  return FusedAttention::apply(as_rows(heads.queries), memory, seen, heads.heads, mask.causal)
      .to(heads.queries.scalar_type());
}

}  // namespace dragoman
