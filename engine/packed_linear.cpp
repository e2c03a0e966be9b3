#include "engine/packed_linear.h"

#include <algorithm>

#include "engine/column_packer.h"
#include "threads/parallel_for.h"

namespace dragoman {
namespace {

/// Number of multiplications that justify a second thread.
constexpr int64_t kWorthAThread = 200000;

/// Copies a column's words, between strips of different widths.
void copy_column(const uint32_t* from, int64_t from_strip, int64_t words, uint32_t* to,
                 int64_t to_strip) {
  for (int64_t k = 0; k < words; ++k) to[k * to_strip] = from[k * from_strip];
}

}  // namespace

void ConvertedRows::convert(const Kernels& kernels, NumberFormat format, const Rows& rows,
                            int64_t width) {
  format_ = format;
  rows_ = rows;
  words_ = words_of(width, format);
  if (format == NumberFormat::kFp32) return;
  const auto index = static_cast<size_t>(format);
  bytes_of_row_ = words_ * kernels.products.input_bytes[index];
  packed_.resize(rows.count * bytes_of_row_);
  scales_.resize(rows.count);
  for (int64_t row = 0; row < rows.count; ++row) {
    scales_[row] =
        kernels.products.convert[index](rows[row], words_, packed_.data() + row * bytes_of_row_);
  }
}

Product ConvertedRows::product(int64_t first, int64_t count) const {
  Product product{.rows = count, .words = words_};
  const bool is_fp32 = format_ == NumberFormat::kFp32;
  product.x_stride = is_fp32 ? rows_.stride : words_;
  product.x =
      is_fp32 ? static_cast<const void*>(rows_[first]) : packed_.data() + first * bytes_of_row_;
  product.row_scales = is_fp32 ? nullptr : scales_.data() + first;
  return product;
}

PackedLinear::PackedLinear(const Kernels& kernels, NumberFormat format, const float* weight,
                           const float* bias, int64_t outputs, int64_t inputs, float bias_beyond)
    : format_(format),
      inputs_(inputs),
      words_(words_of(inputs, format)),
      strip_(kernels.products.strip) {
  const int64_t columns = round_up(outputs, kPanelColumns);
  AlignedVector<uint32_t> words(columns * words_);
  AlignedVector<float> all_bias(columns, bias_beyond);
  for (int64_t i = 0; i < outputs; ++i) all_bias[i] = bias != nullptr ? bias[i] : 0.0F;
  const int64_t integer_columns = format == NumberFormat::kInt8 ? columns : 0;
  AlignedVector<float> scales(integer_columns);
  AlignedVector<int32_t> offsets(integer_columns);
  ColumnPacker packer(kernels.rows, format, inputs);
  for (int64_t column = 0; column < outputs; ++column) {
    copy_column(packer.pack(weight + column * inputs).data(), 1, words_,
                words.data() + first_word(column), strip_);
    if (integer_columns == 0) continue;
    scales[column] = packer.scale();
    offsets[column] = 128 * packer.sum();
  }
  weights_ = {std::move(words), std::move(all_bias), std::move(scales), std::move(offsets)};
}

PackedLinear::PackedLinear(NumberFormat format, int64_t inputs, int64_t strip,
                           PackedWeights weights)
    : format_(format),
      inputs_(inputs),
      words_(words_of(inputs, format)),
      strip_(strip),
      weights_(std::move(weights)) {}

PackedLinear PackedLinear::in_strips_of(int64_t strip) const {
  if (strip == strip_) return *this;
  PackedLinear other = *this;
  other.strip_ = strip;
  AlignedVector<uint32_t> words(weights_.words.size());
  for (int64_t column = 0; column < width(); ++column) {
    copy_column(weights_.words.data() + first_word(column), strip_, words_,
                words.data() + other.first_word(column), strip);
  }
  other.weights_.words = std::move(words);
  return other;
}

PackedLinear PackedLinear::select(std::span<const int32_t> outputs, float bias_beyond) const {
  PackedLinear selected = *this;
  const int64_t columns = round_up(static_cast<int64_t>(outputs.size()), kPanelColumns);
  const int64_t integer_columns = format_ == NumberFormat::kInt8 ? columns : 0;
  AlignedVector<uint32_t> words(columns * words_);
  AlignedVector<float> bias(columns, bias_beyond), scales(integer_columns);
  AlignedVector<int32_t> offsets(integer_columns);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int64_t from = outputs[i];
    bias[i] = weights_.bias[from];
    copy_column(weights_.words.data() + first_word(from), strip_, words_,
                words.data() + first_word(static_cast<int64_t>(i)), strip_);
    if (integer_columns == 0) continue;
    scales[i] = weights_.column_scales[from];
    offsets[i] = weights_.column_offsets[from];
  }
  selected.weights_ = {std::move(words), std::move(bias), std::move(scales), std::move(offsets)};
  return selected;
}

void PackedLinear::read_weights(int64_t output, float* out) const {
  const uint32_t* words = weights_.words.data() + first_word(output);
  const float scale = format_ == NumberFormat::kInt8 ? weights_.column_scales[output] : 1.0F;
  unpack_column({words, strip_, inputs_}, format_, scale, out);
}

Product PackedLinear::product(const ConvertedRows& x, int64_t first, int64_t count) const {
  Product product = x.product(first, count);
  product.weights = weights_.words.data();
  product.fetches = exceeds_cache(weights_.words.size() * sizeof(uint32_t));
  product.bias = weights_.bias.data();
  product.column_scales = weights_.column_scales.data();
  product.column_offsets = weights_.column_offsets.data();
  return product;
}

void multiply(const Kernels& kernels, const PackedLinear& linear, const Product& product) {
  const auto run = kernels.products.multiply[static_cast<int>(linear.format())];
  const int64_t work = product.rows * product.words * kPanelColumns;  // multiplications of a panel
  const int64_t grain = std::max<int64_t>(1, kWorthAThread / work);
  parallel_for(linear.panels(), grain,
               [&](int64_t first, int64_t last) { run(product, first, last); });
}

}  // namespace dragoman
