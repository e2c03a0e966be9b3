#include "product_case.h"

#include <cstring>
#include <vector>

namespace dragoman {
namespace {

/// Numbers around 0.25, in the representation of each format.
constexpr uint32_t kWords[] = {0x3e800000, 0x3e803e80, 0x20e02040};
constexpr int64_t kNumbersOfWord[] = {1, 2, 4};

}  // namespace

ProductCase::ProductCase(const Kernels& kernels, NumberFormat format, const ProductShape& shape)
    : kernels_(kernels),
      format_(static_cast<size_t>(format)),
      shape_(shape),
      panels_(round_up(shape.outputs, kPanelColumns) / kPanelColumns),
      weights_(panels_ * shape.inputs / kNumbersOfWord[format_] * kPanelColumns, kWords[format_]),
      x_(shape.rows * shape.inputs / kNumbersOfWord[format_] *
         kernels.products.input_bytes[format_]),
      bias_(panels_ * kPanelColumns),
      out_(shape.rows * panels_ * kPanelColumns),
      row_scales_(shape.rows, 1),
      column_scales_(bias_.size(), 1),
      column_offsets_(bias_.size()) {
  const std::vector<float> row(shape.inputs, 0.25F);
  const size_t row_bytes = x_.size() / shape.rows;
  for (int64_t r = 0; r < shape.rows; ++r) {
    if (format == NumberFormat::kFp32)
      std::memcpy(x_.data() + r * row_bytes, row.data(), row_bytes);
    else
      kernels.products.convert[format_](row.data(), shape.inputs / kNumbersOfWord[format_],
                                        x_.data() + r * row_bytes);
  }
}

void ProductCase::run() {
  Product product;
  product.x = x_.data();
  product.words = product.x_stride = shape_.inputs / kNumbersOfWord[format_];
  product.rows = shape_.rows;
  product.weights = weights_.data();
  product.fetches = exceeds_cache(weights_.size() * sizeof(weights_[0]));
  product.bias = bias_.data();
  product.out = out_.data();
  product.out_stride = panels_ * kPanelColumns;
  product.row_scales = row_scales_.data();
  product.column_scales = column_scales_.data();
  product.column_offsets = column_offsets_.data();
  kernels_.products.multiply[format_](product, 0, panels_);
}

}  // namespace dragoman
