#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/training.h"
#include "numbers.h"

namespace dragoman {

/// The shape of a head's attention and what it may see.
struct HeadShape {
  int64_t queries, keys, width;
  bool is_causal = false, hides_keys = false;
};

/// Sizes of a head's numbers.
struct HeadSizes {
  float queries = 2, keys = 2, values = 1, slopes = 1;
};

/// A head's attention and what its kernels work in. Rows have gaps between them, and all room is
/// unset before a call.
class RandomHead {
 public:
  RandomHead(const HeadShape& shape, const HeadSizes& sizes)
      : queries(random_numbers(shape.queries * query_stride(shape), 1, sizes.queries)),
        keys(random_numbers(shape.keys * key_stride(shape), 2, sizes.keys)),
        values(random_numbers(shape.keys * key_stride(shape), 3, sizes.values)),
        slopes(random_numbers(shape.queries * out_stride(shape), 4, sizes.slopes)),
        is_seen(new bool[shape.keys]),
        head{.queries = queries.data(),
             .keys = keys.data(),
             .values = values.data(),
             .query_stride = query_stride(shape),
             .key_stride = key_stride(shape),
             .num_queries = shape.queries,
             .num_keys = shape.keys,
             .width = shape.width,
             .is_seen = shape.hides_keys ? is_seen.get() : nullptr,
             .is_causal = shape.is_causal},
        stride(out_stride(shape)) {
    // The first key is seen, so that every query sees one.
    for (int64_t s = 0; s < shape.keys; ++s)
      is_seen[s] = s % 3 != 1 && (s < 5 || s < shape.keys - 2);
  }

  std::vector<float> attend(const TrainingKernels& kernels) const {
    std::vector<float> out = unset_numbers(static_cast<int64_t>(slopes.size())),
                       room = unset_room();
    kernels.attend(head, out.data(), stride, room.data());
    return rows_of(out, head.num_queries, stride);
  }

  /// Gradients of queries, keys and values.
  std::vector<std::vector<float>> attend_backward(const TrainingKernels& kernels) const {
    std::vector<float> q = unset_numbers(static_cast<int64_t>(queries.size())),
                       k = unset_numbers(static_cast<int64_t>(keys.size())), v = k,
                       room = unset_room();
    kernels.attend_backward(head, slopes.data(), stride, {q.data(), k.data(), v.data()},
                            room.data());
    return {rows_of(q, head.num_queries, head.query_stride),
            rows_of(k, head.num_keys, head.key_stride), rows_of(v, head.num_keys, head.key_stride)};
  }

  std::vector<float> queries, keys, values;
  std::vector<float> slopes;  // of the output, [T, stride]
  std::unique_ptr<bool[]> is_seen;
  AttentionHead head;
  int64_t stride;  // of the output

 private:
  static int64_t query_stride(const HeadShape& shape) { return shape.width + 5; }
  static int64_t key_stride(const HeadShape& shape) { return shape.width + 7; }
  static int64_t out_stride(const HeadShape& shape) { return shape.width + 3; }

  std::vector<float> unset_room() const {
    return unset_numbers(attention_room(head.num_queries, head.num_keys, head.width));
  }

  /// Rows without the gaps between them: [count, width].
  std::vector<float> rows_of(const std::vector<float>& numbers, int64_t count,
                             int64_t row_stride) const {
    std::vector<float> rows;
    for (int64_t row = 0; row < count; ++row) {
      const float* from = numbers.data() + row * row_stride;
      rows.insert(rows.end(), from, from + head.width);
    }
    return rows;
  }
};

}  // namespace dragoman
