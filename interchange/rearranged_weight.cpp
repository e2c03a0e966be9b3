#include "interchange/rearranged_weight.h"

namespace dragoman {

Weight gather_rows(const Weight& weight, const std::vector<int64_t>& order) {
  std::vector<int64_t> shape = weight.shape();
  shape.front() = static_cast<int64_t>(order.size());
  std::vector<float> numbers;
  for (const int64_t row : order) {
    const float* const first = weight.data() + row * weight.width();
    numbers.insert(numbers.end(), first, first + weight.width());
  }
  return {shape, std::move(numbers)};
}

Weight gather_columns(const Weight& weight, const std::vector<int64_t>& order) {
  std::vector<float> numbers;
  for (int64_t row = 0; row < weight.rows(); ++row) {
    for (const int64_t column : order)
      numbers.push_back(weight.data()[row * weight.width() + column]);
  }
  return {{weight.rows(), static_cast<int64_t>(order.size())}, std::move(numbers)};
}

Weight join_rows(const std::vector<Weight>& parts) {
  std::vector<int64_t> shape = parts.front().shape();
  shape.front() = 0;
  std::vector<float> numbers;
  for (const Weight& part : parts) {
    shape.front() += part.rows();
    numbers.insert(numbers.end(), part.data(), part.data() + part.size());
  }
  return {shape, std::move(numbers)};
}

Weight transposed(const Weight& weight) {
  std::vector<float> numbers;
  for (int64_t column = 0; column < weight.width(); ++column) {
    for (int64_t row = 0; row < weight.rows(); ++row)
      numbers.push_back(weight.data()[row * weight.width() + column]);
  }
  return {{weight.width(), weight.rows()}, std::move(numbers)};
}

}  // namespace dragoman
