#include "catch.h"
#include "kernels/kernels.h"
#include "numbers.h"

namespace dragoman {
namespace {

constexpr float kEpsilon = 1e-5F;

/// A layer normalisation in double precision: its output and the gradients of all it takes.
struct PlainNorm {
  double mean = 0, inverse = 0;
  std::vector<double> out, input, scale, shift;

  PlainNorm(const std::vector<float>& x, const std::vector<float>& weights,
            const std::vector<float>& shifts, const std::vector<float>& slopes) {
    const auto width = static_cast<double>(x.size());
    for (const double number : x) mean += number / width;
    double variance = 0, sum = 0, product = 0;
    for (const double number : x) variance += (number - mean) * (number - mean) / width;
    inverse = 1 / std::sqrt(variance + kEpsilon);
    for (size_t i = 0; i < x.size(); ++i) {
      const double normalized = (x[i] - mean) * inverse;
      out.push_back(normalized * weights[i] + shifts[i]);
      scale.push_back(slopes[i] * normalized);
      shift.push_back(slopes[i]);
      sum += static_cast<double>(slopes[i]) * weights[i];
      product += slopes[i] * weights[i] * normalized;
    }
    for (size_t i = 0; i < x.size(); ++i) {
      const double normalized = (x[i] - mean) * inverse;
      input.push_back(inverse *
                      (slopes[i] * weights[i] - sum / width - normalized * product / width));
    }
  }
};

}  // namespace

TEST_CASE("rows are normalised as in double precision, with gradients") {
  const int64_t width = GENERATE(1, 2, 7, 15, 16, 17, 31, 70, 512, 1001);
  const float size = GENERATE(0.01F, 1.0F, 100.0F);
  auto x = random_numbers(width, 1, size);
  for (float& number : x) number += size / 2;
  const auto scale = random_numbers(width, 2), shift = random_numbers(width, 3),
             slopes = random_numbers(width, 4);
  const PlainNorm plain(x, scale, shift, slopes);
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name << ", " << width << " numbers of " << size);
    std::vector<float> out(width), input(width), of_scale(width), of_shift(width);
    const Moments moments = kernels->rows.normalize(
        x.data(), width, {scale.data(), shift.data(), kEpsilon}, out.data());
    CHECK(moments.mean == Approx(plain.mean).margin(1e-6 * size));
    CHECK(moments.inverse_deviation == Approx(plain.inverse).epsilon(1e-5));
    kernels->training.normalize_backward(x.data(), moments, scale.data(), slopes.data(), width,
                                         {input.data(), of_scale.data(), of_shift.data()});
    CHECK(largest_error(out, plain.out) < 1e-5);
    CHECK(largest_error(input, plain.input) < 1e-5 * plain.inverse);
    CHECK(largest_error(of_scale, plain.scale) < 1e-5);
    CHECK(largest_error(of_shift, plain.shift) == 0);
  }
}

TEST_CASE("gradients of a norm's scale and shift are added to what is there") {
  const std::vector<float> x{1, -1}, scale{1, 1}, slopes{1, 2};
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> input(2), of_scale{10, 20}, of_shift{30, 40};
    kernels->training.normalize_backward(x.data(), {.mean = 0, .inverse_deviation = 1},
                                         scale.data(), slopes.data(), 2,
                                         {input.data(), of_scale.data(), of_shift.data()});
    CHECK(of_scale == std::vector<float>{11, 18});
    CHECK(of_shift == std::vector<float>{31, 42});
  }
}

TEST_CASE("a row whose numbers are all alike becomes the shift") {
  const int64_t width = GENERATE(1, 16, 70);
  const auto scale = random_numbers(width, 2), shift = random_numbers(width, 3);
  std::vector<float> x(width, 3);
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> out(width);
    kernels->rows.normalize(x.data(), width, {scale.data(), shift.data(), kEpsilon}, out.data());
    CHECK(largest_error(out, {shift.begin(), shift.end()}) < 1e-5);
  }
}

TEST_CASE("norms may be written over their input") {
  const int64_t width = GENERATE(1, 16, 37);
  const auto x = random_numbers(width, 1), scale = random_numbers(width, 2),
             slopes = random_numbers(width, 4);
  const NormWeights norm{scale.data(), slopes.data(), kEpsilon};
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> out(width), same = x, of_input(width), slopes_too = slopes, of_scale(width),
                                   of_shift(width);
    const Moments moments = kernels->rows.normalize(x.data(), width, norm, out.data());
    kernels->rows.normalize(same.data(), width, norm, same.data());
    CHECK(same == out);
    const auto backward = [&](const std::vector<float>& slope, std::vector<float>& input) {
      kernels->training.normalize_backward(x.data(), moments, scale.data(), slope.data(), width,
                                           {input.data(), of_scale.data(), of_shift.data()});
    };
    backward(slopes, of_input);
    backward(slopes_too, slopes_too);
    CHECK(slopes_too == of_input);
  }
}

}  // namespace dragoman
