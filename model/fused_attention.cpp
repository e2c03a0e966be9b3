#include "model/fused_attention.h"

#include <ATen/Parallel.h>
#include <torch/autograd.h>

#include <type_traits>
#include <utility>
#include <vector>

#include "model/float_rows.h"
#include "model/head_attention.h"
#include "model/optional_tensor.h"

namespace dragoman {
namespace {

constexpr int64_t kMaxKeys = 512;

/// The rows of a projection, each of several times D numbers, from one part of D on.
template <class Number>
struct Rows {
  Number* of(int64_t sentence, int64_t head) const {
    return data + sentence * of_sentence + head * head_width;
  }

  Number* data;
  int64_t stride;
  int64_t of_sentence;
  int64_t head_width;
};

template <class Number>
Rows<Number> rows_of(const torch::Tensor& tensor, int64_t part, int64_t heads, int64_t head_width) {
  const int64_t stride = tensor.size(2);
  return {tensor.data_ptr<Number>() + part * heads * head_width, stride, tensor.size(1) * stride,
          head_width};
}

// Attention is computed from and to rows of floats: those of fp32 where they stand, those of bf16
// by way of a room, in which they follow one another.

template <class Number>
constexpr bool kHasRoom = std::is_same_v<Number, at::BFloat16>;

template <class Number>
int64_t stride_of(const Rows<Number>& rows) {
  return kHasRoom<Number> ? rows.head_width : rows.stride;
}

/// The first `count` rows of a head.
template <class Number>
const float* read_rows(const Rows<Number>& rows, const Number* first, int64_t count, float* room) {
  if constexpr (!kHasRoom<Number>) {
    return first;
  } else {
    for (int64_t i = 0; i < count; ++i)
      read_row(first + i * rows.stride, rows.head_width, room + i * rows.head_width);
    return room;
  }
}

/// What was written at place_of_row() becomes the head's rows.
template <class Number>
void finish_rows(const float* place, int64_t count, const Rows<Number>& rows, Number* first) {
  for (int64_t i = 0; kHasRoom<Number> && i < count; ++i)
    finish_row(place + i * rows.head_width, rows.head_width, first + i * rows.stride);
}

/// Queries, keys and values, or the gradients with respect to them.
template <class Number>
struct Projections {
  Rows<Number> queries;
  Rows<Number> keys;
  Rows<Number> values;
};

template <class Number>
Projections<Number> projections_of(const torch::Tensor& queries, const OptionalTensor& memory,
                                   int64_t heads, int64_t head_width) {
  const torch::Tensor& of_keys = memory ? *memory : queries;
  const int64_t part = memory ? 0 : 1;
  return {rows_of<Number>(queries, 0, heads, head_width),
          rows_of<Number>(of_keys, part, heads, head_width),
          rows_of<Number>(of_keys, part + 1, heads, head_width)};
}

/// Where one head is computed; the parts are empty where rows stand as floats already.
struct HeadRoom {
  float* queries;  // [T, d], as the next two
  float* out;      // or the gradient of queries
  float* slope;
  float* keys;  // [S, d], as the next three
  float* values;
  float* of_keys;  // gradients
  float* of_values;
  float* work;  // attention_room()
};

/// The heads of a batch, one after the other.
template <class Number>
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
        rows_(projections_of<Number>(queries, memory, heads, width_)) {}

  /// As the output.
  Rows<Number> output_rows(const torch::Tensor& out) const {
    return rows_of<Number>(out, 0, count_, width_);
  }

  /// Attention's output.
  void attend_all(const torch::Tensor& out) const {
    const Rows<Number> rows = output_rows(out);
    for_each([&](int64_t sentence, int64_t index, const HeadRoom& room) {
      Number* to = rows.of(sentence, index);
      float* place = place_of_row(to, room.out);
      attend(head(sentence, index, room), place, stride_of(rows), room.work);
      finish_rows(place, num_queries_, rows, to);
    });
  }

  /// From the gradient of the output, those of what attention is computed from.
  void attend_all_backward(const torch::Tensor& slope, const torch::Tensor& for_queries,
                           const OptionalTensor& for_memory) const {
    const Rows<Number> slopes = output_rows(slope);
    const auto wanted = projections_of<Number>(for_queries, for_memory, count_, width_);
    for_each([&](int64_t sentence, int64_t index, const HeadRoom& room) {
      const AttentionHead from = head(sentence, index, room);
      const float* of_out = read_rows(slopes, slopes.of(sentence, index), num_queries_, room.slope);
      Number *queries = wanted.queries.of(sentence, index), *keys = wanted.keys.of(sentence, index),
             *values = wanted.values.of(sentence, index);
      const AttentionGradients to{.queries = place_of_row(queries, room.out),
                                  .keys = place_of_row(keys, room.of_keys),
                                  .values = place_of_row(values, room.of_values)};
      attend_backward(from, of_out, stride_of(slopes), to, room.work);
      finish_rows(to.queries, num_queries_, wanted.queries, queries);
      finish_rows(to.keys, num_keys_, wanted.keys, keys);
      finish_rows(to.values, num_keys_, wanted.values, values);
    });
  }

 private:
  AttentionHead head(int64_t sentence, int64_t index, const HeadRoom& room) const {
    const auto& [queries, keys, values] = rows_;
    return {.queries = read_rows(queries, queries.of(sentence, index), num_queries_, room.queries),
            .keys = read_rows(keys, keys.of(sentence, index), num_keys_, room.keys),
            .values = read_rows(values, values.of(sentence, index), num_keys_, room.values),
            .query_stride = stride_of(queries),
            .key_stride = stride_of(keys),
            .num_queries = num_queries_,
            .num_keys = num_keys_,
            .width = width_,
            .is_seen = seen_ == nullptr ? nullptr : seen_ + sentence * num_keys_,
            .is_causal = causal_};
  }

  /// work(sentence, head, room) for all, by several threads.
  template <class Work>
  void for_each(const Work& work) const {
    const int64_t of_queries = kHasRoom<Number> ? num_queries_ * width_ : 0,
                  of_keys = kHasRoom<Number> ? num_keys_ * width_ : 0;
    at::parallel_for(0, batch_ * count_, 1, [&](int64_t begin, int64_t end) {
      std::vector<float> memory(static_cast<size_t>(
          3 * of_queries + 4 * of_keys + attention_room(num_queries_, num_keys_, width_)));
      float* next = memory.data();
      const auto take = [&](int64_t count) { return std::exchange(next, next + count); };
      const HeadRoom room{.queries = take(of_queries),
                          .out = take(of_queries),
                          .slope = take(of_queries),
                          .keys = take(of_keys),
                          .values = take(of_keys),
                          .of_keys = take(of_keys),
                          .of_values = take(of_keys),
                          .work = next};
      for (int64_t i = begin; i < end; ++i) work(i / count_, i % count_, room);
    });
  }

  int64_t count_;
  int64_t batch_;
  int64_t num_queries_;
  int64_t num_keys_;
  int64_t width_;
  bool causal_;
  const bool* seen_;
  Projections<Number> rows_;
};

class FusedAttention : public torch::autograd::Function<FusedAttention> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& queries, const OptionalTensor& memory,
                               const OptionalTensor& seen, int64_t num_heads, bool causal) {
    const int64_t width = queries.size(2) / (memory ? 1 : 3);
    const torch::Tensor out =
        torch::empty({queries.size(0), queries.size(1), width}, queries.options());
    with_numbers(queries, [&]<class Number>(const Number*) {
      Heads<Number>(queries, memory, seen, num_heads, causal).attend_all(out);
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
    const torch::Tensor& queries = saved[0];
    const OptionalTensor memory = if_defined(saved[1]), seen = if_defined(saved[2]);
    const torch::Tensor slope = gradients[0].contiguous(), for_queries = torch::empty_like(queries),
                        for_memory = memory ? torch::empty_like(*memory) : torch::Tensor();
    with_numbers(queries, [&]<class Number>(const Number*) {
      const Heads<Number> heads(queries, memory, seen, context->saved_data["heads"].toInt(),
                                context->saved_data["causal"].toBool());
      heads.attend_all_backward(slope, for_queries, if_defined(for_memory));
    });
    return {for_queries, for_memory, {}, {}, {}};
  }
};

}  // namespace

bool can_fuse_attention(const ProjectedHeads& heads) {
  const bool is_self = !heads.memory.defined();
  const torch::Tensor& keys = is_self ? heads.queries : heads.memory;
  const int64_t width = heads.queries.size(2) / (is_self ? 3 : 1) / heads.heads;
  return has_float_rows(heads.queries) && keys.scalar_type() == heads.queries.scalar_type() &&
         width % kVectorFloats == 0 && keys.size(1) <= kMaxKeys;
}

torch::Tensor fused_attention(const ProjectedHeads& heads, const AttentionMask& mask) {
  const auto contiguous = [](const torch::Tensor& tensor) {
    return tensor.defined() ? OptionalTensor(tensor.contiguous()) : std::nullopt;
  };
  return FusedAttention::apply(heads.queries.contiguous(), contiguous(heads.memory),
                               contiguous(mask.keys), heads.heads, mask.causal);
}

}  // namespace dragoman
