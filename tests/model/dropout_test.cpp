#include "model/dropout.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("dropout keeps the share it should and scales what it keeps") {
  const double rate = GENERATE(0.1, 0.3, 0.5);
  const torch::Tensor y = keyed_dropout(torch::ones({1000, 1000}), rate, 42);
  const torch::Tensor kept = y.masked_select(y != 0);
  CHECK(kept.numel() / 1e6 == Approx(1 - rate).margin(3e-3));
  CHECK((kept - 1 / (1 - rate)).abs().max().item<double>() < 1e-6);
}

TEST_CASE("dropout's mask depends on the key alone") {
  const torch::Tensor x = torch::ones({64, 100});
  CHECK(torch::equal(keyed_dropout(x, 0.3, 7), keyed_dropout(x, 0.3, 7)));
  CHECK_FALSE(torch::equal(keyed_dropout(x, 0.3, 7), keyed_dropout(x, 0.3, 8)));
  const int threads = at::get_num_threads();
  const torch::Tensor large = torch::ones({300, 1000});
  const torch::Tensor before = keyed_dropout(large, 0.3, 7);
  at::set_num_threads(1);
  CHECK(torch::equal(keyed_dropout(large, 0.3, 7), before));
  at::set_num_threads(threads);
}

TEST_CASE("dropout's masks of neighbouring elements, rows and keys are uncorrelated") {
  const torch::Tensor a =
      (keyed_dropout(torch::ones({1024, 1024}), 0.5, 1) != 0).to(torch::kFloat64) * 2 - 1;
  const torch::Tensor b =
      (keyed_dropout(torch::ones({1024, 1024}), 0.5, 2) != 0).to(torch::kFloat64) * 2 - 1;
  const auto correlation = [](const torch::Tensor& x, const torch::Tensor& y) {
    return (x * y).mean().item<double>();
  };
  CHECK(std::abs(correlation(a, b)) < 5e-3);
  CHECK(std::abs(correlation(a.narrow(1, 0, 1023), a.narrow(1, 1, 1023))) < 5e-3);
  CHECK(std::abs(correlation(a.narrow(0, 0, 1023), a.narrow(0, 1, 1023))) < 5e-3);
}

TEST_CASE("dropout passes gradients through the same mask") {
  const torch::Tensor x = torch::randn({50, 33}).requires_grad_();
  const torch::Tensor y = keyed_dropout(x, 0.4, 3);
  y.sum().backward();
  CHECK(torch::allclose(x.grad() * x, y));
}

TEST_CASE("dropout works on bf16 and on tensors that are not contiguous") {
  const torch::Tensor x = torch::randn({32, 48}).t();
  CHECK(torch::equal(keyed_dropout(x, 0.3, 5), keyed_dropout(x.contiguous(), 0.3, 5)));
  const torch::Tensor half = keyed_dropout(torch::ones({32, 48}, torch::kBFloat16), 0.5, 5);
  CHECK(half.scalar_type() == torch::kBFloat16);
  CHECK(torch::equal(half.to(torch::kFloat32), keyed_dropout(torch::ones({32, 48}), 0.5, 5)));
}

TEST_CASE(
    "keys of one pass differ from call to call and come again in the next pass of the same key") {
  DropoutKeys keys;
  keys.begin_pass(9);
  const uint64_t first = keys.next(), second = keys.next();
  CHECK(first != second);
  keys.begin_pass(9);
  CHECK(keys.next() == first);
  keys.begin_pass(10);
  CHECK(keys.next() != first);
}

}  // namespace dragoman
