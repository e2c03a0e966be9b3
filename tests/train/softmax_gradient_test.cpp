#include "train/softmax_gradient.h"

#include <torch/types.h>

#include "catch.h"

namespace dragoman {
namespace {

template <class Number = float>
double apply(torch::Tensor& logits, const torch::Tensor& gold, double smoothing) {
  return softmax_gradient(LogitRows<Number>{.logits = logits.data_ptr<Number>(),
                                            .stride = logits.stride(0),
                                            .gold = gold.data_ptr<int64_t>(),
                                            .rows = logits.size(0),
                                            .vocabulary = logits.size(1)},
                          smoothing);
}

}  // namespace

TEST_CASE("loss and gradient are those of double precision, for any vocabulary and spread") {
  torch::manual_seed(3);
  const int64_t vocabulary = GENERATE(1, 2, 7, 33, 10007);
  const double spread = GENERATE(0.01, 3.0, 40.0, 1000.0);
  const double smoothing = GENERATE(0.0, 0.1);
  torch::Tensor logits = torch::randn({19, vocabulary}) * spread;
  const torch::Tensor gold = torch::randint(vocabulary, {19});
  const torch::Tensor exact = logits.to(torch::kFloat64);
  const torch::Tensor logs = torch::log_softmax(exact, -1);
  const torch::Tensor one_hot =
      torch::zeros_like(exact).scatter_(1, gold.unsqueeze(1), 1.0 - smoothing) +
      smoothing / static_cast<double>(vocabulary);
  const double loss = apply(logits, gold, smoothing);
  CHECK(loss == Approx(-(one_hot * logs).sum().item<double>()).epsilon(3e-6).margin(1e-5));
  CHECK(torch::allclose(logits.to(torch::kFloat64), logs.exp() - one_hot, 3e-6, 2e-7));
}

TEST_CASE("logits of bf16 give the same, rounded once") {
  torch::manual_seed(4);
  const int64_t vocabulary = GENERATE(1, 33, 10007);
  torch::Tensor coarse = (torch::randn({19, vocabulary}) * 3).to(torch::kBFloat16);
  torch::Tensor logits = coarse.to(torch::kFloat32);
  const torch::Tensor gold = torch::randint(vocabulary, {19});
  CHECK(apply<at::BFloat16>(coarse, gold, 0.1) == apply(logits, gold, 0.1));
  CHECK(torch::equal(coarse, logits.to(torch::kBFloat16)));
}

TEST_CASE("what is not finite is not hidden") {
  const auto check = [](auto number) {
    using Number = decltype(number);
    for (const double bad : {NAN, INFINITY}) {
      torch::Tensor logits = torch::zeros({2, 50}, torch::CppTypeToScalarType<Number>::value);
      logits[1][17] = bad;
      CHECK(std::isnan(apply<Number>(logits, torch::tensor({3, 4}), 0.1)));
      CHECK(torch::isfinite(logits[0]).all().template item<bool>());
      CHECK(torch::isnan(logits[1][17]).template item<bool>());
    }
  };
  check(float());
  check(at::BFloat16());
}

}  // namespace dragoman
