#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/tensors_file.h"

namespace dragoman {

/// Gradients of the trained weights, in the weights' order; an undefined gradient is zero.
using Gradients = std::vector<torch::Tensor>;

/// Adds `other` to `sum`.
void add_gradients_to(Gradients& sum, Gradients&& other);

/// Consecutive elements of an array.
struct ElementRange {
  int64_t begin = 0;
  int64_t end = 0;

  int64_t size() const { return end - begin; }
};

/// Elements in a block; the last block may be shorter. Processes own, sum and update whole blocks.
constexpr int64_t kElementsOfBlock = 8192;

/// Returns the number of blocks of an array of `elements`.
constexpr int64_t num_blocks(int64_t elements) {
  return (elements + kElementsOfBlock - 1) / kElementsOfBlock;
}

/// The trained weights in one array of fp32. Each weight starts at a multiple of 64 bytes, with
/// zeros in the gap before it.
class FlatWeights {
 public:
  /// Moves the weights into the array: each becomes a view of it.
  explicit FlatWeights(const NamedTensors& trained);

  /// Returns the array, [size()], on the device of the weights.
  const torch::Tensor& all() const { return all_; }
  int64_t size() const { return all_.size(0); }
  /// Returns the number of weights.
  size_t count() const { return places_.size(); }
  /// Returns where a weight begins in the array.
  int64_t begin_of(size_t weight) const { return places_[weight].begin; }
  /// Returns where a tensor that lies in the array, such as a weight, ends in it; 0 for others.
  int64_t end_of(const torch::Tensor& tensor) const;
  /// Returns views of the weights in an array of the same layout, named prefix + name.
  NamedTensors views(const torch::Tensor& array, const std::string& prefix = "") const;
  /// Copies the gradients of a range of the array into `out` [range.size()], on the weights'
  /// device.
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
