#include "catch.h"
#include "kernels/aligned_vector.h"
#include "numbers.h"
#include "twins.h"

namespace dragoman {
namespace {

constexpr float kUntouched = 77;

/// A product with its factors.
struct Factors {
  int64_t m, n, k;
  std::vector<float> left, right;  // [m, k] and [k, n], or their transposes
  bool transposes_left = false, transposes_right = false;
  bool has_bias = false, adds = false;

  /// A left matrix has gaps after its rows, as part of a wider one. With m = 1021 and transposed,
  /// its rows are a page of memory long, so that it is copied.
  int64_t left_stride() const { return (transposes_left ? m : k) + 3; }
  int64_t right_stride() const { return transposes_right ? k : n; }
  float left_at(int64_t i, int64_t j) const {
    return left[transposes_left ? j * left_stride() + i : i * left_stride() + j];
  }
  float right_at(int64_t i, int64_t j) const {
    return right[transposes_right ? j * right_stride() + i : i * right_stride() + j];
  }
};

Factors random_factors(int64_t m, int64_t n, int64_t k, float size = kUsual) {
  const int64_t left = (m + 3) * (k + 3) + 3 * std::max(m, k);
  return {m, n, k, random_numbers(left, 1, size), random_numbers(k * n, 2, size)};
}

std::vector<float> starts(const Factors& factors) {
  return random_numbers(factors.m * factors.n, 3);
}

/// The product by a table [m, n]; rows of its output lie apart.
std::vector<float> multiply(const Kernels& kernels, const Factors& factors) {
  const int64_t stride = factors.n + 5;
  const std::vector<float> start = starts(factors);
  std::vector<float> out(factors.m * stride, kUntouched), found;
  for (int64_t i = 0; factors.adds && i < factors.m; ++i)
    std::copy_n(&start[i * factors.n], factors.n, &out[i * stride]);
  AlignedVector<float> room(kMatrixRoom, NAN);
  kernels.training.multiply_matrices(
      {.m = factors.m,
       .n = factors.n,
       .k = factors.k,
       .left = {factors.left.data(), factors.left_stride(), factors.transposes_left},
       .right = {factors.right.data(), factors.right_stride(), factors.transposes_right},
       .out = out.data(),
       .out_stride = stride,
       .bias = factors.has_bias ? start.data() : nullptr,
       .adds = factors.adds},
      room.data());
  for (int64_t i = 0; i < factors.m; ++i) {
    found.insert(found.end(), &out[i * stride], &out[i * stride] + factors.n);
    const bool is_untouched = std::all_of(&out[i * stride] + factors.n, &out[i * stride] + stride,
                                          [](float x) { return x == kUntouched; });
    CHECK(is_untouched);
  }
  return found;
}

/// The product by its definition; step(a, b, sum) adds a term.
template <class Step>
std::vector<float> defined_product(const Factors& factors, const Step& step) {
  const std::vector<float> start = starts(factors);
  std::vector<float> out;
  for (int64_t i = 0; i < factors.m; ++i) {
    for (int64_t j = 0; j < factors.n; ++j) {
      float sum = factors.adds ? start[i * factors.n + j] : factors.has_bias ? start[j] : 0;
      for (int64_t k = 0; k < factors.k; ++k)
        sum = step(factors.left_at(i, k), factors.right_at(k, j), sum);
      out.push_back(sum);
    }
  }
  return out;
}

bool has_same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("an element of a product of matrices is a sum in ascending order, to the bit") {
  const auto [m, n, k] = GENERATE(table<int64_t, int64_t, int64_t>({{1, 1, 1},
                                                                    {1, 70, 3},
                                                                    {5, 16, 7},
                                                                    {6, 64, 16},
                                                                    {7, 33, 256},
                                                                    {13, 100, 257},
                                                                    {97, 65, 40},
                                                                    {100, 300, 600},
                                                                    {3, 1100, 66},
                                                                    {193, 9, 513},
                                                                    {1021, 20, 70}}));
  Factors factors = random_factors(m, n, k);
  factors.transposes_left = GENERATE(false, true);
  factors.transposes_right = GENERATE(false, true);
  const int start = GENERATE(0, 1, 2);
  factors.has_bias = start == 1;
  factors.adds = start == 2;
  const auto expected =
      defined_product(factors, [](float a, float b, float sum) { return std::fma(a, b, sum); });
  for (const Kernels& kernels : tables_with_fma()) {
    INFO(kernels.name);
    CHECK(has_same_bits(multiply(kernels, factors), expected));
  }
  const std::vector<double> truth(expected.begin(), expected.end());
  CHECK(largest_error(multiply(*available_kernels()[0], factors), truth) < 1e-4);
}

TEST_CASE("a product of matrices without terms is its start") {
  Factors factors = random_factors(7, 70, 0);
  factors.has_bias = GENERATE(false, true);
  const auto expected = defined_product(factors, [](float, float, float sum) { return sum; });
  for (const Kernels& kernels : all_tables())
    CHECK(has_same_bits(multiply(kernels, factors), expected));
}

TEST_CASE("an empty product of matrices writes nothing") {
  const auto [m, n] = GENERATE(table<int64_t, int64_t>({{0, 5}, {5, 0}, {0, 0}}));
  for (const Kernels& kernels : all_tables())
    CHECK(multiply(kernels, random_factors(m, n, 9)).empty());
}

TEST_CASE("products of matrices are the same to the bit in all tables with FMA, for any numbers") {
  const float size = GENERATE(as<float>(), kHuge, kTiny, kDenormal, 0);
  Factors factors = random_factors(13, 70, 300, size);
  if (size == 0) {
    factors.left = mixed_numbers(static_cast<int64_t>(factors.left.size()), 5);
    factors.right = mixed_numbers(static_cast<int64_t>(factors.right.size()), 6);
  }
  factors.transposes_left = GENERATE(false, true);
  factors.transposes_right = GENERATE(false, true);
  check_identical([&](const Kernels& kernels) {
    Results results;
    results.add(multiply(kernels, factors));
    return results;
  });
}

}  // namespace dragoman
