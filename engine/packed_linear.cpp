#include "engine/packed_linear.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "threads/parallel_for.h"

namespace dragoman {
namespace {

/// Multiplications that are worth a second thread.
constexpr int64_t kWorthAThread = 200000;

int64_t numbers_of_word(NumberFormat format) {
  switch (format) {
    case NumberFormat::kFp32:
      return 1;
    case NumberFormat::kBf16:
      return 2;
    case NumberFormat::kInt8:
      return 4;
  }
  return 1;
}

int64_t words_of(int64_t numbers, NumberFormat format) {
  const int64_t of_word = numbers_of_word(format);
  return (numbers + of_word - 1) / of_word;
}

/// What std::lround(x) gives for |x| < 128. Its calls took a tenth of the time to open a model.
int8_t rounded(float x) {
  const auto whole = static_cast<int32_t>(x);
  const float rest = x - static_cast<float>(whole);
  return static_cast<int8_t>(whole + (rest >= 0.5F ? 1 : 0) - (rest <= -0.5F ? 1 : 0));
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
  bias_.assign(columns, bias_beyond);
  for (int64_t i = 0; i < outputs; ++i) bias_[i] = bias != nullptr ? bias[i] : 0.0F;
  weights_.assign(columns * words_, 0);
  if (format == NumberFormat::kInt8)
    quantize(weight, outputs);
  else
    pack(kernels.rows, weight, outputs);
}

void PackedLinear::pack(const RowKernels& kernels, const float* weight, int64_t outputs) {
  std::vector<uint32_t> words(words_);
  std::vector<float> padded(words_ * numbers_of_word(format_));
  for (int64_t column = 0; column < outputs; ++column) {
    std::copy_n(weight + column * inputs_, inputs_, padded.begin());
    if (format_ == NumberFormat::kBf16)
      kernels.round(padded.data(), static_cast<int64_t>(padded.size()),
                    reinterpret_cast<uint16_t*>(words.data()));
    else
      std::memcpy(words.data(), padded.data(), words.size() * sizeof(uint32_t));
    put_column(column, words);
  }
}

/// Each column has its own scale, of its largest weight.
void PackedLinear::quantize(const float* weight, int64_t outputs) {
  const auto columns = static_cast<int64_t>(bias_.size());
  column_scales_.assign(columns, 0);
  column_offsets_.assign(columns, 0);
  std::vector<int8_t> integers(words_ * 4);
  std::vector<uint32_t> words(words_);
  for (int64_t column = 0; column < outputs; ++column) {
    const float* from = weight + column * inputs_;
    float largest = 0;
    for (int64_t k = 0; k < inputs_; ++k) largest = std::max(largest, std::abs(from[k]));
    const float scale = largest / 127.0F;
    int32_t sum = 0;
    for (int64_t k = 0; k < inputs_; ++k) {
      integers[k] = scale > 0 ? rounded(from[k] / scale) : int8_t{0};
      sum += integers[k];
    }
    column_scales_[column] = scale;
    column_offsets_[column] = 128 * sum;
    std::memcpy(words.data(), integers.data(), integers.size());
    put_column(column, words);
  }
}

void PackedLinear::put_column(int64_t column, const std::vector<uint32_t>& words) {
  uint32_t* to = weights_.data() + first_word(column);
  for (const uint32_t word : words) {
    *to = word;
    to += strip_;
  }
}

PackedLinear PackedLinear::select(std::span<const int32_t> outputs, float bias_beyond) const {
  PackedLinear selected;
  selected.format_ = format_;
  selected.inputs_ = inputs_;
  selected.words_ = words_;
  selected.strip_ = strip_;
  const int64_t columns = round_up(static_cast<int64_t>(outputs.size()), kPanelColumns);
  selected.weights_.assign(columns * words_, 0);
  selected.bias_.assign(columns, bias_beyond);
  if (format_ == NumberFormat::kInt8) {
    selected.column_scales_.assign(columns, 0);
    selected.column_offsets_.assign(columns, 0);
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int64_t from = outputs[i];
    selected.bias_[i] = bias_[from];
    if (format_ == NumberFormat::kInt8) {
      selected.column_scales_[i] = column_scales_[from];
      selected.column_offsets_[i] = column_offsets_[from];
    }
    const uint32_t* word = weights_.data() + first_word(from);
    uint32_t* to = selected.weights_.data() + first_word(static_cast<int64_t>(i));
    for (int64_t k = 0; k < words_; ++k, word += strip_, to += strip_) *to = *word;
  }
  return selected;
}

Product PackedLinear::product(const ConvertedRows& x, int64_t first, int64_t count) const {
  Product product = x.product(first, count);
  product.weights = weights_.data();
  product.bias = bias_.data();
  product.column_scales = column_scales_.data();
  product.column_offsets = column_offsets_.data();
  return product;
}

void multiply(const Kernels& kernels, NumberFormat format, const Product& product, int64_t panels) {
  const auto run = kernels.products.multiply[static_cast<int>(format)];
  const int64_t work = product.rows * product.words * kPanelColumns;  // of a panel
  const int64_t grain = std::max<int64_t>(1, kWorthAThread / work);
  parallel_for(panels, grain, [&](int64_t first, int64_t last) { run(product, first, last); });
}

}  // namespace dragoman
