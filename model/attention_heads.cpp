#include "model/attention_heads.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/kernels.h"
#include "model/float_rows.h"

namespace dragoman {
namespace {

/// Maps sentences to their rows: of [B, T, ..], or, with offsets, of packed rows [1, N, ..].
class Sentences {
 public:
  Sentences(const torch::Tensor& rows, const OptionalTensor& offsets)
      : count_(offsets ? offsets->size(0) - 1 : rows.size(0)),
        length_(rows.size(1)),
        offsets_(offsets ? offsets->const_data_ptr<int64_t>() : nullptr) {
    if (offsets_ == nullptr) return;
    length_ = 0;
    for (int64_t i = 0; i < count_; ++i) length_ = std::max(length_, length(i));
  }

  int64_t count() const { return count_; }
  int64_t longest() const { return length_; }
  int64_t first_row(int64_t i) const { return offsets_ == nullptr ? i * length_ : offsets_[i]; }
  int64_t length(int64_t i) const {
    return offsets_ == nullptr ? length_ : offsets_[i + 1] - offsets_[i];
  }

 private:
  int64_t count_;
  int64_t length_;
  const int64_t* offsets_;
};

/// One part (queries, keys or values), D wide, of a projection's rows.
template <class Number>
struct HeadRows {
  Number* of(int64_t row, int64_t head) const { return data + row * stride + head * head_width; }

  Number* data;
  int64_t stride;
  int64_t head_width;
};

template <class Number>
HeadRows<Number> rows_of(const torch::Tensor& tensor, int64_t part, int64_t heads,
                         int64_t head_width) {
  return {tensor.data_ptr<Number>() + part * heads * head_width, tensor.size(2), head_width};
}

// Attention reads and writes rows of fp32: those of fp32 in place, those of bf16 through a
// contiguous buffer, `room`.

template <class Number>
constexpr bool kHasRoom = std::is_same_v<Number, at::BFloat16>;

template <class Number>
int64_t stride_of(const HeadRows<Number>& rows) {
  return kHasRoom<Number> ? rows.head_width : rows.stride;
}

/// Returns `count` rows of a head as fp32, from `first` on.
template <class Number>
const float* read_rows(const HeadRows<Number>& rows, const Number* first, int64_t count,
                       float* room) {
  if constexpr (!kHasRoom<Number>) {
    return first;
  } else {
    for (int64_t i = 0; i < count; ++i)
      read_row(first + i * rows.stride, rows.head_width, room + i * rows.head_width);
    return room;
  }
}

/// Stores rows that were written at place_of_row() as the head's rows.
template <class Number>
void finish_rows(const float* place, int64_t count, const HeadRows<Number>& rows, Number* first) {
  for (int64_t i = 0; kHasRoom<Number> && i < count; ++i)
    finish_row(place + i * rows.head_width, rows.head_width, first + i * rows.stride);
}

/// Queries, keys and values, or the gradients with respect to them.
template <class Number>
struct Projections {
  HeadRows<Number> queries;
  HeadRows<Number> keys;
  HeadRows<Number> values;
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

/// Buffers to compute one head in. All except `work` are empty if the rows are fp32 already.
struct HeadRoom {
  float* queries;  // [T, d], as the next two
  float* out;      // or the gradient of the queries
  float* slope;
  float* keys;  // [S, d], as the next three
  float* values;
  float* of_keys;  // gradients
  float* of_values;
  float* work;  // attention_room()
};

/// All heads of a batch.
template <class Number>
class Heads {
 public:
  explicit Heads(const AttentionInputs& inputs)
      : count_(inputs.heads),
        width_(inputs.width() / count_),
        causal_(inputs.causal),
        queries_(inputs.queries, inputs.memory ? std::nullopt : inputs.offsets),
        keys_(inputs.memory.value_or(inputs.queries), inputs.offsets),
        seen_(inputs.seen ? inputs.seen->const_data_ptr<bool>() : nullptr),
        rows_(projections_of<Number>(inputs.queries, inputs.memory, count_, width_)) {}

  /// Computes the attention of all heads.
  void attend_all(const torch::Tensor& out) const {
    const HeadRows<Number> rows = output_rows(out);
    for_each([&](int64_t sentence, int64_t index, const HeadRoom& room) {
      Number* to = rows.of(queries_.first_row(sentence), index);
      float* place = place_of_row(to, room.out);
      kernels_.attend(head(sentence, index, room), place, stride_of(rows), room.work);
      finish_rows(place, queries_.length(sentence), rows, to);
    });
  }

  /// Computes the gradients of the inputs from `slope`, the gradient of the output.
  void attend_all_backward(const torch::Tensor& slope, const torch::Tensor& for_queries,
                           const OptionalTensor& for_memory) const {
    const HeadRows<Number> slopes = output_rows(slope);
    const auto wanted = projections_of<Number>(for_queries, for_memory, count_, width_);
    for_each([&](int64_t sentence, int64_t index, const HeadRoom& room) {
      const AttentionHead from = head(sentence, index, room);
      const int64_t query = queries_.first_row(sentence), key = keys_.first_row(sentence);
      const float* of_out =
          read_rows(slopes, slopes.of(query, index), from.num_queries, room.slope);
      Number *queries = wanted.queries.of(query, index), *keys = wanted.keys.of(key, index),
             *values = wanted.values.of(key, index);
      const AttentionGradients to{.queries = place_of_row(queries, room.out),
                                  .keys = place_of_row(keys, room.of_keys),
                                  .values = place_of_row(values, room.of_values)};
      kernels_.attend_backward(from, of_out, stride_of(slopes), to, room.work);
      finish_rows(to.queries, from.num_queries, wanted.queries, queries);
      finish_rows(to.keys, from.num_keys, wanted.keys, keys);
      finish_rows(to.values, from.num_keys, wanted.values, values);
    });
  }

 private:
  HeadRows<Number> output_rows(const torch::Tensor& out) const {
    return rows_of<Number>(out, 0, count_, width_);
  }

  AttentionHead head(int64_t sentence, int64_t index, const HeadRoom& room) const {
    const auto& [queries, keys, values] = rows_;
    const int64_t query = queries_.first_row(sentence), key = keys_.first_row(sentence),
                  num_queries = queries_.length(sentence), num_keys = keys_.length(sentence);
    return {.queries = read_rows(queries, queries.of(query, index), num_queries, room.queries),
            .keys = read_rows(keys, keys.of(key, index), num_keys, room.keys),
            .values = read_rows(values, values.of(key, index), num_keys, room.values),
            .query_stride = stride_of(queries),
            .key_stride = stride_of(keys),
            .num_queries = num_queries,
            .num_keys = num_keys,
            .width = width_,
            .is_seen = seen_ == nullptr ? nullptr : seen_ + key,
            .is_causal = causal_};
  }

  /// Calls work(sentence, head, room) for all, in several threads.
  template <class Work>
  void for_each(const Work& work) const {
    const int64_t num_queries = queries_.longest(), num_keys = keys_.longest(),
                  of_queries = kHasRoom<Number> ? num_queries * width_ : 0,
                  of_keys = kHasRoom<Number> ? num_keys * width_ : 0;
    at::parallel_for(0, keys_.count() * count_, 1, [&](int64_t begin, int64_t end) {
      std::vector<float> memory(static_cast<size_t>(3 * of_queries + 4 * of_keys +
                                                    attention_room(num_queries, num_keys, width_)));
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
  int64_t width_;
  bool causal_;
  Sentences queries_;
  Sentences keys_;
  const bool* seen_;
  Projections<Number> rows_;
  const TrainingKernels& kernels_ = chosen_kernels().training;
};

}  // namespace

void attend_all(const AttentionInputs& inputs, const torch::Tensor& out) {
  with_numbers(inputs.queries,
               [&]<class Number>(const Number*) { Heads<Number>(inputs).attend_all(out); });
}

void attend_all_backward(const AttentionInputs& inputs, const torch::Tensor& slope,
                         const torch::Tensor& for_queries, const OptionalTensor& for_memory) {
  with_numbers(inputs.queries, [&]<class Number>(const Number*) {
    Heads<Number>(inputs).attend_all_backward(slope, for_queries, for_memory);
  });
}

}  // namespace dragoman
