#include "train/softmax_gradient.h"

#include <torch/torch.h>

#include "catch.h"

namespace dragoman {
namespace {

double apply(torch::Tensor& logits, const torch::Tensor& gold, double smoothing) {
  return softmax_gradient({.logits = logits.data_ptr<float>(),
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

TEST_CASE("what is not finite is not hidden") {
  for (const double bad : {NAN, INFINITY}) {
    torch::Tensor logits = torch::zeros({2, 50});
    logits[1][17] = bad;
    CHECK(std::isnan(apply(logits, torch::tensor({3, 4}), 0.1)));
    CHECK(torch::isfinite(logits[0]).all().item<bool>());
    CHECK(torch::isnan(logits[1][17]).item<bool>());
  }
}

}  // namespace dragoman
