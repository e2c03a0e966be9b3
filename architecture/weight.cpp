#include "architecture/weight.h"

#include <numeric>
#include <utility>

namespace dragoman {

int64_t num_elements(const std::vector<int64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

Weight::Weight(std::vector<int64_t> shape, std::vector<float> numbers) : shape_(std::move(shape)) {
  const auto kept = std::make_shared<const std::vector<float>>(std::move(numbers));
  numbers_ = {kept, kept->data()};
}

int64_t Weight::size() const { return numbers_ == nullptr ? 0 : num_elements(shape_); }

Weight Weight::part(int64_t first, int64_t count) const {
  Weight part(shape_, {numbers_, numbers_.get() + first * width()});
  part.shape_.front() = count;
  return part;
}

std::string shape_text(const std::vector<int64_t>& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

}  // namespace dragoman
