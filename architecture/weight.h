#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dragoman {

/// Returns the number of elements of a tensor of this shape.
int64_t num_elements(const std::vector<int64_t>& shape);

/// A trained weight: fp32 numbers, row-major. It owns the numbers, or keeps alive the file or
/// tensor that contains them.
class Weight {
 public:
  /// Makes an empty weight.
  Weight() = default;
  Weight(std::vector<int64_t> shape, std::shared_ptr<const float> numbers)
      : shape_(std::move(shape)), numbers_(std::move(numbers)) {}
  Weight(std::vector<int64_t> shape, std::vector<float> numbers);

  const std::vector<int64_t>& shape() const { return shape_; }
  /// Number of elements.
  int64_t size() const;
  /// First dimension; 0 if the weight is empty.
  int64_t rows() const { return shape_.empty() ? 0 : shape_.front(); }
  /// Elements of a row; 1 for a vector.
  int64_t width() const { return rows() == 0 ? 0 : size() / rows(); }
  const float* data() const { return numbers_.get(); }
  /// Returns the same numbers in another shape with the same number of elements.
  Weight reshaped(std::vector<int64_t> shape) const { return {std::move(shape), numbers_}; }
  /// Returns rows `first` to first + count - 1 as a weight that shares the numbers.
  Weight part(int64_t first, int64_t count) const;

 private:
  std::vector<int64_t> shape_;
  std::shared_ptr<const float> numbers_;
};

using NamedWeights = std::vector<std::pair<std::string, Weight>>;

/// Formats a shape as "[2, 3]".
std::string shape_text(const std::vector<int64_t>& shape);

/// Returns the weight of a Transformer with this name and shape; list_weights() lists the names.
using WeightSource =
    std::function<Weight(const std::string& name, const std::vector<int64_t>& shape)>;

}  // namespace dragoman
