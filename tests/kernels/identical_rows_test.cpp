#include "catch.h"
#include "numbers.h"
#include "twins.h"

namespace dragoman {
namespace {

/// Four rows for a kernel to read.
struct Rows {
  std::vector<float> a, b, c, d;
};

Rows random_rows(int64_t width, float size) {
  return {random_numbers(width, 1, size), random_numbers(width, 2, size), random_numbers(width, 3),
          random_numbers(width, 4)};
}

Rows mixed_rows(int64_t width) {
  return {mixed_numbers(width, 1), mixed_numbers(width, 3), mixed_numbers(width, 5),
          mixed_numbers(width, 7)};
}

Results norms(const Kernels& kernels, const Rows& rows, int64_t width) {
  std::vector<float> out(width), input(width), scale = rows.d, shift = rows.c;
  const NormWeights norm{rows.c.data(), rows.d.data(), 1e-5F};
  const Moments moments = kernels.rows.normalize(rows.a.data(), width, norm, out.data());
  kernels.training.normalize_backward(rows.a.data(), moments, rows.c.data(), rows.b.data(), width,
                                      {input.data(), scale.data(), shift.data()});
  Results results;
  results.add(moments.mean);
  results.add(moments.inverse_deviation);
  for (const auto& numbers : {out, input, scale, shift}) results.add(numbers);
  return results;
}

Results sums(const Kernels& kernels, const Rows& rows, int64_t width) {
  const float *a = rows.a.data(), *b = rows.b.data();
  std::vector<float> product_sum(width), product(width), sum = rows.b, passed(width),
                                                         average = rows.b;
  kernels.training.add_product(a, b, rows.c.data(), width, product_sum.data());
  kernels.training.multiply(a, b, width, product.data());
  kernels.training.add(a, width, sum.data());
  kernels.training.pass_where_positive(a, b, 1.25F, width, passed.data());
  kernels.training.approach(a, 0.001F, width, average.data());
  Results results;
  for (const auto& numbers : {product_sum, product, sum, passed, average}) results.add(numbers);
  results.add(kernels.training.sum_of_squares(a, width));
  std::vector<float> logarithms = rows.b;
  kernels.decoding.log_add_exp(a, -0.5F, width, logarithms.data());
  results.add(logarithms);
  return results;
}

Results activations(const Kernels& kernels, const Rows& rows, int64_t width) {
  const float *x = rows.a.data(), *bias = rows.b.data();
  std::vector<float> relu(width), gelu(width), gelu_derivatives(width), silu(width),
      silu_derivatives(width);
  kernels.training.relu(x, bias, width, relu.data());
  kernels.training.gelu(x, bias, width, gelu.data(), gelu_derivatives.data());
  kernels.training.silu(x, bias, width, silu.data(), silu_derivatives.data());
  Results results;
  for (const auto& numbers : {relu, gelu, gelu_derivatives, silu, silu_derivatives})
    results.add(numbers);
  return results;
}

Results conversions(const Kernels& kernels, const Rows& rows, int64_t width) {
  std::vector<uint16_t> rounded(width);
  std::vector<float> widened(width), mask(width);
  kernels.rows.round(rows.a.data(), width, rounded.data());
  kernels.rows.widen(rounded.data(), width, widened.data());
  kernels.training.fill_mask({.key = 0x123456789abcdefU,
                              .first = 77,
                              .count = static_cast<uint32_t>(width),
                              .threshold = 1U << 30U,
                              .scale = 4.0F / 3},
                             mask.data());
  Results results;
  results.add(rounded);
  results.add(widened);
  results.add(mask);
  return results;
}

Results update(const Kernels& kernels, const Rows& rows, int64_t width) {
  std::vector<float> weights = rows.c, means = rows.b, squares = rows.d;
  for (float& square : squares) square = std::abs(square);
  kernels.training.update({weights.data(), means.data(), squares.data(), rows.a.data(), width},
                          {.gradient_scale = 0.3F,
                           .beta1 = 0.9F,
                           .rest1 = 0.1F,
                           .beta2 = 0.98F,
                           .rest2 = 0.02F,
                           .l2 = 1e-4F,
                           .kept = 0.999F,
                           .rate = 3e-4F,
                           .root = 1.1F,
                           .epsilon = 1e-9F});
  Results results;
  for (const auto& numbers : {weights, means, squares}) results.add(numbers);
  return results;
}

/// Loss and gradient of one pass and of R-Drop's two, in fp32 and bf16.
Results losses(const Kernels& kernels, const Rows& rows, int64_t vocabulary) {
  Results results;
  for (const bool is_pair : {false, true}) {
    std::vector<float> first = rows.a, second = rows.b, room(2 * vocabulary);
    std::vector<uint16_t> first_bf16 = to_bf16(first), second_bf16 = to_bf16(second);
    LogitRow row{
        first.data(), is_pair ? second.data() : nullptr, vocabulary, vocabulary / 2, 0.1, 0.7,
        room.data()};
    results.add(kernels.training.loss_gradient[0](row));
    row.logits = first_bf16.data();
    row.second = is_pair ? second_bf16.data() : nullptr;
    results.add(kernels.training.loss_gradient[1](row));
    results.add(first);
    results.add(second);
    results.add(first_bf16);
    results.add(second_bf16);
  }
  return results;
}

/// Checks all kernels that take rows.
void check_rows(const Rows& rows, int64_t width) {
  for (const auto work : {norms, sums, activations, conversions, update, losses})
    check_identical([&](const Kernels& kernels) { return work(kernels, rows, width); });
}

}  // namespace

TEST_CASE("rows are the same to the bit in all tables with FMA, for any width and size") {
  const int64_t width = GENERATE(1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 100, 512, 1000, 10007);
  const float size = GENERATE(as<float>(), kUsual, 50.0F, kHuge, kTiny, kDenormal);
  check_rows(random_rows(width, size), width);
}

TEST_CASE("rows are the same to the bit in all tables with FMA, for numbers of mixed sizes") {
  const int64_t width = GENERATE(1, 7, 16, 31, 33, 100, 1000);
  check_rows(mixed_rows(width), width);
}

TEST_CASE("rows with numbers that are not finite are the same in all tables with FMA") {
  const float bad = GENERATE(static_cast<float>(NAN), static_cast<float>(INFINITY),
                             -static_cast<float>(INFINITY));
  const int64_t width = GENERATE(7, 40), at = GENERATE(0, 3, 6);
  Rows rows = random_rows(width, kUsual);
  rows.a[at] = bad;
  check_rows(rows, width);
}

TEST_CASE("activations are the same to the bit in all tables with FMA, everywhere") {
  std::vector<float> x, bias;
  for (float number = -100; number < 100; number += 0.0137F) x.push_back(number);
  bias.resize(x.size());
  const Rows rows{x, bias, x, x};
  check_identical([&](const Kernels& kernels) {
    return activations(kernels, rows, static_cast<int64_t>(x.size()));
  });
}

}  // namespace dragoman
