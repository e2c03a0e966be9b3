#include "engine/column_packer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace dragoman {
namespace {

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

/// Returns std::lround(x), for |x| < 128. Calls of std::lround took a tenth of the time to open a
/// model.
int8_t rounded(float x) {
  const auto whole = static_cast<int32_t>(x);
  const float rest = x - static_cast<float>(whole);
  return static_cast<int8_t>(whole + (rest >= 0.5F ? 1 : 0) - (rest <= -0.5F ? 1 : 0));
}

/// Unpacks the first `count` numbers of a word. Each has type `Number`; `convert` turns it into a
/// float.
template <class Number, class Convert>
void unpack_word(const uint32_t* word, int64_t count, float* out, const Convert& convert) {
  Number numbers[sizeof(uint32_t) / sizeof(Number)];
  std::memcpy(numbers, word, sizeof numbers);
  for (int64_t i = 0; i < count; ++i) out[i] = convert(numbers[i]);
}

template <class Number, class Convert>
void unpack_words(const PackedColumn& column, float* out, const Convert& convert) {
  constexpr int64_t kNumbers = sizeof(uint32_t) / sizeof(Number);
  const int64_t whole_words = column.inputs / kNumbers;
  const uint32_t* word = column.words;
  for (int64_t i = 0; i < whole_words; ++i, word += column.strip, out += kNumbers)
    unpack_word<Number>(word, kNumbers, out, convert);
  if (column.inputs % kNumbers > 0)
    unpack_word<Number>(word, column.inputs % kNumbers, out, convert);
}

}  // namespace

int64_t words_of(int64_t numbers, NumberFormat format) {
  const int64_t of_word = numbers_of_word(format);
  return (numbers + of_word - 1) / of_word;
}

ColumnPacker::ColumnPacker(const RowKernels& kernels, NumberFormat format, int64_t inputs)
    : kernels_(kernels),
      format_(format),
      inputs_(inputs),
      words_(words_of(inputs, format)),
      padded_(words_.size() * numbers_of_word(format)) {}

const std::vector<uint32_t>& ColumnPacker::pack(const float* numbers) {
  if (format_ == NumberFormat::kInt8) {
    quantize(numbers);
    return words_;
  }
  std::copy_n(numbers, inputs_, padded_.begin());
  if (format_ == NumberFormat::kBf16)
    kernels_.round(padded_.data(), static_cast<int64_t>(padded_.size()),
                   reinterpret_cast<uint16_t*>(words_.data()));
  else
    std::memcpy(words_.data(), padded_.data(), words_.size() * sizeof(uint32_t));
  return words_;
}

void ColumnPacker::quantize(const float* numbers) {
  float largest = 0;
  for (int64_t k = 0; k < inputs_; ++k) largest = std::max(largest, std::abs(numbers[k]));
  scale_ = largest / 127.0F;
  sum_ = 0;
  auto* integers = reinterpret_cast<int8_t*>(words_.data());
  for (int64_t k = 0; k < inputs_; ++k) {
    integers[k] = scale_ > 0 ? rounded(numbers[k] / scale_) : int8_t{0};
    sum_ += integers[k];
  }
}

void unpack_column(const PackedColumn& column, NumberFormat format, float scale, float* out) {
  switch (format) {
    case NumberFormat::kFp32:
      return unpack_words<float>(column, out, [](float number) { return number; });
    case NumberFormat::kBf16:
      return unpack_words<uint16_t>(column, out, [](uint16_t number) {
        return std::bit_cast<float>(static_cast<uint32_t>(number) << 16U);
      });
    case NumberFormat::kInt8:
      return unpack_words<int8_t>(
          column, out, [scale](int8_t number) { return static_cast<float>(number) * scale; });
  }
}

}  // namespace dragoman
