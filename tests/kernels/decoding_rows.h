#pragma once

#include <cstdint>
#include <vector>

#include "kernels/decoding.h"
#include "numbers.h"

namespace dragoman {

/// Queries over keys and values that lie apart from each other, in the format of the weights.
class DecodingRows {
 public:
  struct Shape {
    NumberFormat format;
    int64_t heads;
    int64_t head_width;
    int64_t length;
    int64_t count = 1;
    int64_t mean_heads = heads;
  };

  explicit DecodingRows(const Shape& shape, float size = 1)
      : queries(random_numbers(shape.count * stride(shape), 1, size)),
        numbers_(random_numbers(shape.length * 2 * shape.heads * shape.head_width, 2)),
        rounded_(to_bf16(numbers_)),
        shape_(shape) {
    const bool is_fp32 = shape.format == NumberFormat::kFp32;
    if (!is_fp32) numbers_ = from_bf16(rounded_);
    // Later positions lie before earlier ones.
    for (int64_t t = shape.length - 1; t >= 0; --t) {
      const int64_t at = t * 2 * shape.heads * shape.head_width;
      keys.push_back(numbers_.data() + at);
      held_.push_back(is_fp32 ? static_cast<const void*>(keys.back()) : rounded_.data() + at);
    }
  }

  /// Queries and outputs lie further apart than they are long.
  static int64_t stride(const Shape& shape) { return shape.heads * shape.head_width + 16; }
  const float* query(int64_t row) const { return queries.data() + row * stride(shape_); }

  struct Output {
    std::vector<float> out;           // [count, stride]
    std::vector<float> mean_weights;  // [count, length]
  };

  /// Attends with `count` rows from `first` on.
  Output attend(const DecodingKernels& kernels, int64_t first, int64_t count) const {
    const int64_t length = shape_.length;
    Output output{std::vector<float>(count * stride(shape_)), unset_numbers(count * length)};
    std::vector<float> scores = unset_numbers(count * attention_scores(shape_.heads, length));
    kernels.attend[static_cast<size_t>(shape_.format)]({.query = query(first),
                                                        .keys = held_.data(),
                                                        .length = length,
                                                        .heads = shape_.heads,
                                                        .head_width = shape_.head_width,
                                                        .scores = scores.data(),
                                                        .out = output.out.data(),
                                                        .count = count,
                                                        .query_stride = stride(shape_),
                                                        .out_stride = stride(shape_),
                                                        .mean_weights = output.mean_weights.data(),
                                                        .mean_heads = shape_.mean_heads});
    return output;
  }
  Output attend(const DecodingKernels& kernels) const { return attend(kernels, 0, shape_.count); }

  std::vector<float> queries;
  std::vector<const float*> keys;  // of each position, as the format rounds them, then its values

 private:
  std::vector<float> numbers_;
  std::vector<uint16_t> rounded_;
  std::vector<const void*> held_;
  Shape shape_;
};

}  // namespace dragoman
