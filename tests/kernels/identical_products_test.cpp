#include "catch.h"
#include "packed_product.h"
#include "twins.h"

namespace dragoman {
namespace {

Results products(const Kernels& kernels, const PackedProduct& layer, const std::vector<float>& x) {
  const auto residual = random_numbers(static_cast<int64_t>(x.size()) * layer.width(), 5);
  Results results;
  for (const auto epilogue : {Epilogue::kNone, Epilogue::kRelu, Epilogue::kGelu, Epilogue::kSilu})
    results.add(multiply(kernels, layer, x, {.epilogue = epilogue}));
  results.add(multiply(kernels, layer, x, {.residual = residual.data()}));
  return results;
}

/// Whether a table agrees with others in a format. Instructions that multiply bf16 in pairs round
/// in their own way.
bool is_identical(const Kernels& kernels, NumberFormat format) {
  const std::string name = kernels.name;
  return format != NumberFormat::kBf16 || name != "avx512_bf16";
}

void check_products(NumberFormat format, const PlainLinear& plain, const std::vector<float>& x) {
  const PackedProduct layer(format, plain);
  check_identical([&](const Kernels& kernels) {
    const Kernels checked = is_identical(kernels, format) ? kernels : *available_kernels()[1];
    return products(checked, layer, x);
  });
}

}  // namespace

TEST_CASE("products are the same to the bit in all tables with FMA, for any shape") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const auto [rows, inputs] = GENERATE(table<int64_t, int64_t>({{1, 1},
                                                                {1, 7},
                                                                {1, 15},
                                                                {1, 16},
                                                                {1, 1000},
                                                                {2, 17},
                                                                {2, 1000},
                                                                {3, 31},
                                                                {4, 33},
                                                                {5, 100},
                                                                {6, 1000},
                                                                {7, 33},
                                                                {13, 100},
                                                                {1, 4500},
                                                                {6, 4500},
                                                                {17, 100},
                                                                {33, 700},
                                                                {49, 2100},
                                                                {131, 600}}));
  check_products(format, make_linear(70, inputs), random_numbers(rows * inputs, 3));
}

TEST_CASE("products are the same to the bit in all tables with FMA, for numbers of any size") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const float x_size = GENERATE(as<float>(), kUsual, kHuge, kTiny, kDenormal);
  const float w_size = GENERATE(as<float>(), kUsual, kHuge, kTiny, kDenormal);
  const int64_t inputs = GENERATE(1, 33, 600);
  check_products(format, make_linear(70, inputs, w_size), random_numbers(5 * inputs, 3, x_size));
}

TEST_CASE("products are the same to the bit in all tables with FMA, for numbers of mixed sizes") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const int64_t inputs = GENERATE(1, 7, 33, 1000);
  const PlainLinear plain{70, inputs, mixed_numbers(70 * inputs, 1), mixed_numbers(70, 2)};
  check_products(format, plain, mixed_numbers(7 * inputs, 3));
}

}  // namespace dragoman
