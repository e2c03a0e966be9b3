#include <functional>

#include "catch.h"
#include "kernels/kernels.h"
#include "numbers.h"

namespace dragoman {
namespace {

using Formula = std::function<double(double)>;

double distribution(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double gelu(double x) { return x * distribution(x); }
double gelu_derivative(double x) {
  return distribution(x) + x * std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
}
double logistic(double x) { return 1 / (1 + std::exp(-x)); }
double silu(double x) { return x * logistic(x); }
double silu_derivative(double x) { return logistic(x) * (1 + x * (1 - logistic(x))); }

/// Numbers from -30 to 30, each as x + bias.
struct Inputs {
  std::vector<float> x, bias, sums;

  Inputs() : x(random_numbers(10001, 1, 29)), bias(random_numbers(10001, 2)) {
    for (size_t i = 0; i < x.size(); ++i) sums.push_back(x[i] + bias[i]);
  }
};

std::vector<double> values_of(const Formula& formula, const std::vector<float>& x) {
  std::vector<double> values;
  for (const float number : x) values.push_back(formula(number));
  return values;
}

}  // namespace

TEST_CASE("gelu, silu and relu of x + bias are those of double precision, with derivatives") {
  const Inputs inputs;
  const auto count = static_cast<int64_t>(inputs.x.size());
  const float *x = inputs.x.data(), *bias = inputs.bias.data();
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name);
    std::vector<float> out(count), derivatives(count);
    kernels->training.gelu(x, bias, count, out.data(), derivatives.data());
    CHECK(largest_error(out, values_of(gelu, inputs.sums)) < 2e-6);
    CHECK(largest_error(derivatives, values_of(gelu_derivative, inputs.sums)) < 5e-7);
    kernels->training.silu(x, bias, count, out.data(), derivatives.data());
    CHECK(largest_error(out, values_of(silu, inputs.sums)) < 2e-6);
    CHECK(largest_error(derivatives, values_of(silu_derivative, inputs.sums)) < 2e-6);
    kernels->training.relu(x, bias, count, out.data());
    CHECK(largest_error(out, values_of([](double y) { return std::max(y, 0.0); }, inputs.sums)) ==
          0);
  }
}

TEST_CASE("activations near zero are as exact as the number is small") {
  const float size = GENERATE(1e-3F, 1e-10F, 1e-30F);
  const auto x = random_numbers(100, 1, size);
  const std::vector<float> bias(100);
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> gelus(100), silus(100), derivatives(100);
    kernels->training.gelu(x.data(), bias.data(), 100, gelus.data(), derivatives.data());
    kernels->training.silu(x.data(), bias.data(), 100, silus.data(), derivatives.data());
    CHECK(largest_error(gelus, values_of(gelu, x)) < 4e-7 * size);
    CHECK(largest_error(silus, values_of(silu, x)) < 2e-7 * size);
  }
}

TEST_CASE("activations of the largest numbers are their limits") {
  const float size = GENERATE(90.0F, 1e4F, 1e20F, 1e30F, 3e38F);
  const std::vector<float> x{size, -size}, bias(2);
  const auto check = [&](const auto& activation) {
    std::vector<float> out(2), derivatives(2);
    activation(x.data(), bias.data(), 2, out.data(), derivatives.data());
    CHECK(largest_error(out, {size, 0}) < 1e-30);
    CHECK(largest_error(derivatives, {1, 0}) < 1e-6);
  };
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name << ", " << size);
    check(kernels->training.gelu);
    check(kernels->training.silu);
  }
}

TEST_CASE("gradients pass through ReLU and dropout where the output is positive") {
  const int64_t width = GENERATE(1, 16, 37);
  const auto slope = random_numbers(width, 1);
  auto out = random_numbers(width, 2);
  out[0] = 0;
  std::vector<double> expected;
  for (int64_t i = 0; i < width; ++i) expected.push_back(out[i] > 0 ? slope[i] * 1.25F : 0);
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> gradient(width);
    kernels->training.pass_where_positive(slope.data(), out.data(), 1.25F, width, gradient.data());
    CHECK(largest_error(gradient, expected) == 0);
  }
}

}  // namespace dragoman
