#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dragoman {

/// A trained weight: fp32 numbers, row-major, which it owns or which lie in a file or tensor that
/// it keeps alive.
class Weight {
 public:
  /// Of no numbers.
  Weight() = default;
  Weight(std::vector<int64_t> shape, std::shared_ptr<const float> numbers)
      : shape_(std::move(shape)), numbers_(std::move(numbers)) {}
  Weight(std::vector<int64_t> shape, std::vector<float> numbers);

  const std::vector<int64_t>& shape() const { return shape_; }
  /// Numbers in all.
  int64_t size() const;
  /// Of a matrix or vector of none, 0.
  int64_t rows() const { return shape_.empty() ? 0 : shape_.front(); }
  /// Numbers of a row; of a vector, 1.
  int64_t width() const { return rows() == 0 ? 0 : size() / rows(); }
  const float* data() const { return numbers_.get(); }
  /// The same numbers in another shape, of as many.
  Weight reshaped(std::vector<int64_t> shape) const { return {std::move(shape), numbers_}; }
  /// Rows `first` to first + count - 1 as a weight that shares the numbers.
  Weight part(int64_t first, int64_t count) const;

 private:
  std::vector<int64_t> shape_;
  std::shared_ptr<const float> numbers_;
};

using NamedWeights = std::vector<std::pair<std::string, Weight>>;

/// "[2, 3]".
std::string shape_text(const std::vector<int64_t>& shape);

/// Gives the weight of that name and shape of a Transformer; list_weights() names them.
using WeightSource =
    std::function<Weight(const std::string& name, const std::vector<int64_t>& shape)>;

}  // namespace dragoman
