#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/tensors_file.h"

namespace dragoman {

/// Gradients of the weights that are trained, in their order; one that is undefined is zero.
using Gradients = std::vector<torch::Tensor>;

/// Adds the second to the first.
void add_gradients_to(Gradients& sum, Gradients&& other);

/// Where the numbers of a contiguous tensor on the CPU lie.
std::span<std::byte> bytes_of(const torch::Tensor& tensor);

/// Consecutive elements of an array.
struct ElementRange {
  int64_t begin = 0;
  int64_t end = 0;

  int64_t size() const { return end - begin; }
};

/// Elements are dealt out, summed and updated in blocks of so many, the last one shorter.
constexpr int64_t kElementsOfBlock = 8192;

/// The blocks that one of `processes` owns of an array of `size` elements: consecutive ones, as
/// many as others' but for one.
ElementRange shard_of(int64_t size, int64_t process, int64_t processes);

/// The weights that are trained as one array of fp32, one after the other; each begins at a
/// multiple of 64 bytes, with zeros before it.
class FlatWeights {
 public:
  /// Moves the weights there: from here on each is a view of the array.
  explicit FlatWeights(const NamedTensors& trained);

  /// [size()], on the device of the weights.
  const torch::Tensor& all() const { return all_; }
  int64_t size() const { return all_.size(0); }
  /// Views of an array that is laid out in this way, as "PREFIXNAME".
  NamedTensors views(const torch::Tensor& array, const std::string& prefix = "") const;
  /// Copies gradients of a range of the array into `out` [range.size()], on the CPU or on the
  /// device of the weights.
  void copy(const Gradients& gradients, ElementRange range, const torch::Tensor& out) const;

 private:
  struct Place {
    std::string name;
    std::vector<int64_t> shape;
    int64_t begin;
    int64_t count;
  };

  torch::Tensor all_;
  std::vector<Place> places_;
};

}  // namespace dragoman
