#include "catch.h"
#include "kernels/kernels.h"
#include "numbers.h"

namespace dragoman {
namespace {

/// Weights and moments in double precision.
struct PlainAdam {
  std::vector<double> weights, means, squares;

  PlainAdam(const std::vector<float>& w, const std::vector<float>& m, const std::vector<float>& v)
      : weights(w.begin(), w.end()), means(m.begin(), m.end()), squares(v.begin(), v.end()) {}

  void update(const std::vector<float>& gradients, const AdamFactors& f) {
    for (size_t i = 0; i < weights.size(); ++i) {
      const double gradient =
          static_cast<double>(gradients[i]) * f.gradient_scale + f.l2 * weights[i];
      means[i] = f.beta1 * means[i] + f.rest1 * gradient;
      squares[i] = f.beta2 * squares[i] + f.rest2 * gradient * gradient;
      weights[i] =
          f.kept * weights[i] - f.rate * means[i] / (std::sqrt(squares[i]) * f.root + f.epsilon);
    }
  }
};

/// Factors of update `step` (Kingma and Ba 2015, algorithm 1), from 1 on.
AdamFactors factors_of(int step, float l2, float kept) {
  const double beta1 = 0.9, beta2 = 0.98, rate = 1e-2;
  return {.gradient_scale = 0.5F,
          .beta1 = static_cast<float>(beta1),
          .rest1 = static_cast<float>(1 - beta1),
          .beta2 = static_cast<float>(beta2),
          .rest2 = static_cast<float>(1 - beta2),
          .l2 = l2,
          .kept = kept,
          .rate = static_cast<float>(rate / (1 - std::pow(beta1, step))),
          .root = static_cast<float>(1 / std::sqrt(1 - std::pow(beta2, step))),
          .epsilon = 1e-9F};
}

}  // namespace

TEST_CASE("updates of Adam are those of double precision, with both kinds of decay") {
  const int64_t count = GENERATE(1, 7, 16, 33, 1000);
  const auto [l2, kept] =
      GENERATE(std::pair{0.0F, 1.0F}, std::pair{0.01F, 1.0F}, std::pair{0.0F, 0.999F});
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> weights = random_numbers(count, 1), means(count), squares(count);
    PlainAdam plain(weights, means, squares);
    for (int step = 1; step <= 5; ++step) {
      const auto gradients = random_numbers(count, 10 + step);
      kernels->training.update(
          {weights.data(), means.data(), squares.data(), gradients.data(), count},
          factors_of(step, l2, kept));
      plain.update(gradients, factors_of(step, l2, kept));
    }
    INFO(kernels->name << ", " << count);
    CHECK(largest_error(weights, plain.weights) < 2e-6);
    CHECK(largest_error(means, plain.means) < 1e-6);
    CHECK(largest_error(squares, plain.squares) < 1e-6);
  }
}

TEST_CASE("the first update of Adam moves each weight by the rate, whatever the gradient's size") {
  const float size = GENERATE(1e-4F, 1.0F, 1e4F);
  const std::vector<float> gradients{size, -size, 2 * size};
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> weights(3), means(3), squares(3);
    kernels->training.update({weights.data(), means.data(), squares.data(), gradients.data(), 3},
                             factors_of(1, 0, 1));
    CHECK(largest_error(weights, {-0.01, 0.01, -0.01}) < 1e-6);
  }
}

TEST_CASE("elements without a gradient stay where they are") {
  const std::vector<float> none(5);
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> weights = random_numbers(5, 1), means(5), squares(5);
    const std::vector<float> before = weights;
    kernels->training.update({weights.data(), means.data(), squares.data(), none.data(), 5},
                             factors_of(1, 0, 1));
    CHECK(weights == before);
  }
}

}  // namespace dragoman
