#pragma once

#include <cstdint>
#include <vector>

#include "kernels/decoding.h"
#include "numbers.h"

namespace dragoman {

/// A query over keys and values that lie apart from each other, in the format of the weights.
class DecodingRow {
 public:
  DecodingRow(NumberFormat format, int64_t heads, int64_t head_width, int64_t length,
              float size = 1)
      : query(random_numbers(heads * head_width, 1, size)),
        numbers_(random_numbers(length * 2 * heads * head_width, 2)),
        rounded_(to_bf16(numbers_)),
        format_(format),
        heads_(heads),
        head_width_(head_width) {
    const bool is_fp32 = format == NumberFormat::kFp32;
    if (!is_fp32) numbers_ = from_bf16(rounded_);
    // Later positions lie before earlier ones.
    for (int64_t t = length - 1; t >= 0; --t) {
      const int64_t at = t * 2 * heads * head_width;
      keys.push_back(numbers_.data() + at);
      held_.push_back(is_fp32 ? static_cast<const void*>(keys.back()) : rounded_.data() + at);
    }
  }

  struct Output {
    std::vector<float> out;           // [heads, head_width]
    std::vector<float> mean_weights;  // [length]
  };

  Output attend(const DecodingKernels& kernels) const {
    const auto length = static_cast<int64_t>(keys.size());
    Output output{unset_numbers(heads_ * head_width_), unset_numbers(length)};
    std::vector<float> scores = unset_numbers(attention_scores(heads_, length));
    kernels.attend[static_cast<size_t>(format_)]({.query = query.data(),
                                                  .keys = held_.data(),
                                                  .length = length,
                                                  .heads = heads_,
                                                  .head_width = head_width_,
                                                  .scores = scores.data(),
                                                  .out = output.out.data(),
                                                  .mean_weights = output.mean_weights.data()});
    return output;
  }

  std::vector<float> query;
  std::vector<const float*> keys;  // of each position, as the format rounds them, then its values

 private:
  std::vector<float> numbers_;
  std::vector<uint16_t> rounded_;
  std::vector<const void*> held_;
  NumberFormat format_;
  int64_t heads_, head_width_;
};

}  // namespace dragoman
