#include "model/dropout.h"

#include <limits>
#include <vector>

#include "catch.h"
#include "model/compute_path.h"

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

TEST_CASE("operations of LibTorch make the kernels' masks, and gradients by them") {
  const double rate = GENERATE(0.0, 1e-9, 0.1, 0.5, 0.9);
  const uint64_t key = GENERATE(uint64_t{0}, uint64_t{7}, 0x9e3779b97f4a7c15ULL, ~uint64_t{0});
  const torch::Dtype type = GENERATE(torch::kFloat32, torch::kBFloat16);
  const torch::Tensor x = torch::randn({53, 37}).t().to(type);
  const auto results = [&] {
    const torch::Tensor input = x.detach().clone().requires_grad_();
    const torch::Tensor y = keyed_dropout(input, rate, key);
    (y * y).sum().backward();
    return std::vector{y.detach(), input.grad()};
  };
  const auto by_kernels = results();
  const OperationsOnly operations_only;
  const auto by_operations = results();
  INFO(rate << " " << key << " " << type);
  CHECK(torch::equal(by_kernels[0], by_operations[0]));
  CHECK(torch::equal(by_kernels[1], by_operations[1]));
}

TEST_CASE("masks by operations are the kernels' where numbers of elements outgrow 30 to 33 bits") {
  const int64_t border = GENERATE(int64_t{1} << 30, int64_t{1} << 31, int64_t{1} << 32,
                                  int64_t{1} << 33, 5 * (int64_t{1} << 32));
  const int64_t first = border - 70, count = 150;
  const DropoutMask mask(0.4, 12345);
  std::vector<float> factors(count);
  mask.fill(first, count, factors.data());
  const torch::Tensor keeps = mask.keeps(first, count, torch::kCPU);
  CHECK(torch::equal(keeps, torch::tensor(factors) > 0));
}

TEST_CASE("what is no number stays none where it is dropped, by kernels and by operations") {
  const torch::Tensor x = torch::full({100}, std::numeric_limits<float>::infinity());
  const torch::Tensor by_kernels = keyed_dropout(x, 0.5, 3);
  const OperationsOnly operations_only;
  const torch::Tensor by_operations = keyed_dropout(x, 0.5, 3);
  CHECK(by_kernels.isnan().any().item<bool>());
  CHECK(torch::equal(by_kernels.isnan(), by_operations.isnan()));
}

}  // namespace dragoman
