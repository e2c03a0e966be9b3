#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "kernels/aligned_vector.h"

namespace dragoman {

/// An immutable array whose copies share its memory: its own, or part of a mapped file.
template <class T>
class SharedArray {
 public:
  SharedArray() = default;
  SharedArray(AlignedVector<T> numbers)  // NOLINT: a plain conversion
      : size_(static_cast<int64_t>(numbers.size())) {
    const auto owner = std::make_shared<const AlignedVector<T>>(std::move(numbers));
    data_ = {owner, owner->data()};
  }
  /// `data` must own the memory, directly or through an aliased owner.
  SharedArray(std::shared_ptr<const T> data, int64_t size) : data_(std::move(data)), size_(size) {}

  const T* data() const { return data_.get(); }
  int64_t size() const { return size_; }
  const T& operator[](int64_t i) const { return data()[i]; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

 private:
  std::shared_ptr<const T> data_;
  int64_t size_ = 0;
};

}  // namespace dragoman
