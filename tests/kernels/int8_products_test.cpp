#include "catch.h"
#include "packed_product.h"
#include "twins.h"

namespace dragoman {
namespace {

/// Integers from -127 to 127 whose first one is 127, so that a step is 1: products are sums of
/// integers.
std::vector<float> random_integers(int64_t rows, int64_t inputs, uint64_t seed) {
  std::vector<float> integers = random_numbers(rows * inputs, seed, 127.49F);
  for (float& integer : integers) integer = std::nearbyint(integer);
  for (int64_t row = 0; row < rows; ++row) integers[row * inputs] = 127;
  return integers;
}

/// The sum of products of integers, [rows, 64].
std::vector<double> integer_products(const PlainLinear& plain, const std::vector<float>& x) {
  const auto rows = static_cast<int64_t>(x.size()) / plain.inputs;
  std::vector<double> sums(rows * kPanelColumns);
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t column = 0; column < plain.outputs; ++column) {
      int64_t sum = 0;
      for (int64_t k = 0; k < plain.inputs; ++k)
        sum += std::lround(x[row * plain.inputs + k] * plain.weights[column * plain.inputs + k]);
      sums[row * kPanelColumns + column] = static_cast<double>(sum);
    }
  }
  return sums;
}

void check_exact(const PlainLinear& plain, const std::vector<float>& x) {
  const std::vector<double> expected = integer_products(plain, x);
  const PackedProduct layer(NumberFormat::kInt8, plain);
  for (const Kernels& kernels : all_tables()) {
    INFO(kernels.name << ", " << plain.inputs << " inputs");
    CHECK(largest_error(multiply(kernels, layer, x), expected) == 0);
  }
}

}  // namespace

TEST_CASE("products of integers are exact") {
  const int64_t inputs = GENERATE(1, 4, 7, 64, 516, 1000, 4100);
  const int64_t rows = GENERATE(1, 2, 3, 5, 6, 17, 33, 49, 130);
  const PlainLinear plain{64, inputs, random_integers(64, inputs, 1), std::vector<float>(64)};
  check_exact(plain, random_integers(rows, inputs, 2));
}

TEST_CASE("integers of the largest size do not saturate") {
  // Two products of 127 * 127 leave 16 bits, where `pmaddubsw` would stop at 32767. Sums stay below
  // 2^24, so that fp32 holds them.
  const int64_t inputs = GENERATE(2, 4, 128, 1040), rows = GENERATE(1, 4, 6, 40);
  const auto x_sign = GENERATE(1.0F, -1.0F), w_sign = GENERATE(1.0F, -1.0F);
  const PlainLinear plain{64, inputs, std::vector<float>(64 * inputs, 127 * w_sign),
                          std::vector<float>(64)};
  check_exact(plain, std::vector<float>(rows * inputs, 127 * x_sign));
}

TEST_CASE("signs that alternate in any way leave no trace in neighbours") {
  const int64_t pattern = GENERATE(range(0, 16)), inputs = 64;
  std::vector<float> x(inputs), weights(64 * inputs);
  for (int64_t k = 0; k < inputs; ++k) x[k] = (pattern >> (k % 4) & 1) != 0 ? 127 : -127;
  for (int64_t i = 0; i < 64 * inputs; ++i)
    weights[i] = (i / inputs >> (i % 4) & 1) != 0 ? 127 : -127;
  check_exact({64, inputs, weights, std::vector<float>(64)}, x);
}

TEST_CASE("rows too small for their reciprocal count as zeros") {
  const float size = GENERATE(0.0F, 1e-40F, 1e-33F);
  const PlainLinear plain = make_linear(64, 30);
  const PackedProduct layer(NumberFormat::kInt8, plain);
  for (const Kernels& kernels : all_tables()) {
    const auto out = multiply(kernels, layer, std::vector<float>(30, size));
    CHECK(out == plain.bias);
  }
}

TEST_CASE("a row's scale is its largest number's 127th part") {
  auto x = random_numbers(64, 5);
  x[13] = -1.5F;
  for (const Kernels& kernels : all_tables()) {
    std::vector<int64_t> converted(32);
    CHECK(kernels.products.convert[2](x.data(), 16, converted.data()) == 1.5F / 127);
  }
}

}  // namespace dragoman
