#pragma once

#include <cstddef>
#include <vector>

namespace dragoman {

/// A row-major matrix with a number for each pair of words of two sentences. Keeps its memory when
/// it shrinks.
class PairMatrix {
 public:
  /// Afterwards the content is undefined.
  void resize(size_t num_rows, size_t num_columns) {
    num_rows_ = num_rows;
    num_columns_ = num_columns;
    if (values_.size() < num_rows * num_columns) values_.resize(num_rows * num_columns);
  }

  size_t num_rows() const { return num_rows_; }
  size_t num_columns() const { return num_columns_; }
  float* row(size_t i) { return values_.data() + i * num_columns_; }
  const float* row(size_t i) const { return values_.data() + i * num_columns_; }

 private:
  size_t num_rows_ = 0;
  size_t num_columns_ = 0;
  std::vector<float> values_;
};

}  // namespace dragoman
