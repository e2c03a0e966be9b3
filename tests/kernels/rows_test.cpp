#include "catch.h"
#include "kernels/kernels.h"
#include "numbers.h"

namespace dragoman {
namespace {

/// What `number(i)` gives for each of `width` places.
template <class Number>
std::vector<double> row_of(int64_t width, const Number& number) {
  std::vector<double> row;
  for (int64_t i = 0; i < width; ++i) row.push_back(number(i));
  return row;
}

}  // namespace

TEST_CASE("sums and products of rows are those of their numbers") {
  const int64_t width = GENERATE(1, 7, 15, 16, 17, 33, 1000);
  const auto x = random_numbers(width, 1), y = random_numbers(width, 2),
             factors = random_numbers(width, 3);
  const auto plain = [&](int64_t i) {
    return static_cast<double>(x[i]) + static_cast<double>(y[i]) * factors[i];
  };
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name << ", " << width);
    std::vector<float> sum(width), product(width), added = x;
    kernels->training.add_product(x.data(), y.data(), factors.data(), width, sum.data());
    kernels->training.multiply(x.data(), y.data(), width, product.data());
    kernels->training.add(y.data(), width, added.data());
    CHECK(largest_error(sum, row_of(width, plain)) < 2e-7);
    CHECK(largest_error(product, row_of(width, [&](int64_t i) { return x[i] * y[i]; })) == 0);
    CHECK(largest_error(added, row_of(width, [&](int64_t i) { return x[i] + y[i]; })) == 0);
  }
}

TEST_CASE("an average approaches a row by the rate") {
  const int64_t width = GENERATE(1, 16, 37);
  const auto x = random_numbers(width, 1), before = random_numbers(width, 2);
  const double rate = 0.125;
  const auto plain = [&](int64_t i) { return (1 - rate) * before[i] + rate * x[i]; };
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> average = before;
    kernels->training.approach(x.data(), static_cast<float>(rate), width, average.data());
    CHECK(largest_error(average, row_of(width, plain)) < 2e-7);
  }
}

TEST_CASE("a sum of squares is that of double precision") {
  const int64_t count = GENERATE(1, 15, 16, 17, 100003);
  const auto x = random_numbers(count, 1);
  double sum = 0;
  for (const double number : x) sum += number * number;
  for (const Kernels* kernels : available_kernels())
    CHECK(kernels->training.sum_of_squares(x.data(), count) == Approx(sum).epsilon(2e-5));
}

TEST_CASE("results may be written over what a row is made from") {
  const int64_t width = GENERATE(1, 16, 37);
  const auto x = random_numbers(width, 1), y = random_numbers(width, 2),
             z = random_numbers(width, 3);
  for (const Kernels* kernels : available_kernels()) {
    const TrainingKernels& training = kernels->training;
    std::vector<float> apart(width), derivatives(width);
    const auto check = [&](const auto& work) {
      std::vector<float> over = x;
      work(x.data(), apart.data());
      work(over.data(), over.data());
      CHECK(over == apart);
    };
    check([&](const float* from, float* to) {
      training.add_product(from, y.data(), z.data(), width, to);
    });
    check([&](const float* from, float* to) {
      training.add_product(y.data(), from, z.data(), width, to);
    });
    check([&](const float* from, float* to) { training.multiply(from, y.data(), width, to); });
    check([&](const float* from, float* to) {
      training.pass_where_positive(from, y.data(), 2, width, to);
    });
    check([&](const float* from, float* to) {
      training.pass_where_positive(y.data(), from, 2, width, to);
    });
    check([&](const float* from, float* to) { training.relu(from, y.data(), width, to); });
    check([&](const float* from, float* to) {
      training.gelu(from, y.data(), width, to, derivatives.data());
    });
    check([&](const float* from, float* to) {
      training.silu(from, y.data(), width, to, derivatives.data());
    });
    check([&](const float* from, float* to) {
      training.gelu(from, y.data(), width, derivatives.data(), to);
    });
  }
}

TEST_CASE("numbers beyond a row are left alone") {
  const int64_t width = GENERATE(1, 7, 15, 16, 17, 33);
  const std::vector<float> x(width, 1);
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> sum(width + 16, 2);
    std::vector<uint16_t> rounded(width + 16, 7);
    kernels->training.add(x.data(), width, sum.data());
    kernels->rows.round(x.data(), width, rounded.data());
    for (int64_t i = width; i < width + 16; ++i) CHECK((sum[i] == 2 && rounded[i] == 7));
  }
}

}  // namespace dragoman
