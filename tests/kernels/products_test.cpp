#include "catch.h"
#include "packed_product.h"
#include "twins.h"

namespace dragoman {
namespace {

/// What a format makes of a row's numbers, in double precision.
std::vector<double> rounded(NumberFormat format, const float* row, int64_t count) {
  const float largest = largest_of(row, count);
  std::vector<double> numbers(row, row + count);
  for (int64_t k = 0; k < count; ++k) {
    if (format == NumberFormat::kBf16) numbers[k] = from_bf16(to_bf16(row[k]));
    if (format == NumberFormat::kInt8) numbers[k] = to_int8(row[k], largest) * (largest / 127.0);
  }
  return numbers;
}

/// The product in double precision; columns of padding are zeros.
std::vector<double> truth(NumberFormat format, const PlainLinear& plain,
                          const std::vector<float>& x) {
  const auto rows = static_cast<int64_t>(x.size()) / plain.inputs;
  const int64_t width = round_up(plain.outputs, kPanelColumns);
  std::vector<double> out(rows * width);
  for (int64_t column = 0; column < plain.outputs; ++column) {
    const auto weights =
        rounded(format, plain.weights.data() + column * plain.inputs, plain.inputs);
    for (int64_t row = 0; row < rows; ++row) {
      const auto inputs = rounded(format, x.data() + row * plain.inputs, plain.inputs);
      double sum = plain.bias[column];
      for (int64_t k = 0; k < plain.inputs; ++k) sum += inputs[k] * weights[k];
      out[row * width + column] = sum;
    }
  }
  return out;
}

void check_products(NumberFormat format, const PlainLinear& plain, int64_t rows) {
  const auto x = random_numbers(rows * plain.inputs, 3);
  const auto expected = truth(format, plain, x);
  const PackedProduct layer(format, plain);
  for (const Kernels& kernels : all_tables()) {
    INFO(kernels.name << ", " << rows << " rows, " << plain.outputs << " x " << plain.inputs);
    // Without FMA, an input may become the other of two integers that are as good as equally near.
    const bool may_differ =
        format == NumberFormat::kInt8 && std::string(kernels.name) == "portable";
    CHECK(largest_error(multiply(kernels, layer, x), expected) < (may_differ ? 0.02 : 1e-4));
  }
}

}  // namespace

TEST_CASE("products are those of double precision in every format, by every table") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const auto [outputs, inputs] =
      GENERATE(std::pair{1, 1}, std::pair{70, 37}, std::pair{64, 128}, std::pair{130, 515});
  check_products(format, make_linear(outputs, inputs), GENERATE(1, 9));
}

TEST_CASE("products of many words are right, whose sums are kept from block to block") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const int64_t words = GENERATE(511, 512, 513, 1025, 1536);
  check_products(format, make_linear(3, words * kNumbersOfWord[static_cast<size_t>(format)]),
                 GENERATE(1, 48, 49, 100));
}

TEST_CASE("a row's products are the same to the bit, whatever rows stand beside it") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const int64_t inputs = GENERATE(200, 2100);
  const PackedProduct layer(format, make_linear(130, inputs));
  const auto x = random_numbers(40 * inputs, 4);
  const auto residual = random_numbers(40 * 192, 5);
  for (const Kernels& kernels : all_tables()) {
    const Finish finish{.residual = residual.data()};
    const auto all = multiply(kernels, layer, x, finish);
    for (int64_t rows = 1; rows <= 40; ++rows) {
      const auto some = multiply(kernels, layer, {x.begin(), x.begin() + rows * inputs}, finish);
      CHECK(std::memcmp(some.data(), all.data(), some.size() * sizeof(float)) == 0);
    }
  }
}

TEST_CASE("epilogues are the activations") {
  const PackedProduct layer(NumberFormat::kFp32, make_linear(64, 32));
  const auto x = random_numbers(3 * 32, 6);
  for (const Kernels& kernels : all_tables()) {
    const auto run = [&](Epilogue epilogue) {
      return multiply(kernels, layer, x, {.epilogue = epilogue});
    };
    const auto none = run(Epilogue::kNone);
    std::vector<double> relu, gelu, silu;
    for (const double y : none) {
      relu.push_back(std::max(y, 0.0));
      gelu.push_back(0.5 * y * std::erfc(-y / std::sqrt(2.0)));
      silu.push_back(y / (1 + std::exp(-y)));
    }
    CHECK(largest_error(run(Epilogue::kRelu), relu) == 0);
    CHECK(largest_error(run(Epilogue::kGelu), gelu) < 1e-6);
    CHECK(largest_error(run(Epilogue::kSilu), silu) < 1e-6);
  }
}

TEST_CASE("a residual is added after the epilogue") {
  const auto epilogue = GENERATE(Epilogue::kNone, Epilogue::kRelu);
  const PackedProduct layer(NumberFormat::kFp32, make_linear(64, 32));
  const auto x = random_numbers(3 * 32, 6), residual = random_numbers(3 * 64, 7);
  for (const Kernels& kernels : all_tables()) {
    const auto alone = multiply(kernels, layer, x, {epilogue, nullptr});
    const auto sum = multiply(kernels, layer, x, {epilogue, residual.data()});
    int64_t wrong = 0;
    for (size_t i = 0; i < sum.size(); ++i) wrong += sum[i] != alone[i] + residual[i];
    INFO(kernels.name << ", epilogue " << static_cast<int>(epilogue));
    CHECK(wrong == 0);
  }
}

TEST_CASE("a residual may be the output itself, and only the asked panels are written") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const int64_t rows = GENERATE(1, 7, 50), inputs = 2100, stride = 3 * kPanelColumns + 5;
  const auto x = random_numbers(rows * inputs, 8), residual = random_numbers(rows * stride, 9);
  const PackedProduct layer(format, make_linear(3 * kPanelColumns, inputs));
  for (const Kernels& kernels : all_tables()) {
    const auto alone = multiply(kernels, layer, x);
    std::vector<float> scales, out = residual;
    const auto converted = layer.convert(kernels.products, x, scales);
    const auto weights = layer.pack(kernels.products);
    Product product = layer.product(weights, converted, scales);
    product.residual = product.out = out.data();
    product.out_stride = stride;
    kernels.products.multiply[layer.format()](product, 1, 2);
    int64_t wrong = 0;
    for (int64_t i = 0; i < rows * stride; ++i) {
      const int64_t row = i / stride, column = i % stride;
      const bool is_asked = column / kPanelColumns == 1;
      const float expected =
          is_asked ? alone[row * layer.width() + column] + residual[i] : residual[i];
      wrong += out[i] != expected;
    }
    CHECK(wrong == 0);
  }
}

}  // namespace dragoman
