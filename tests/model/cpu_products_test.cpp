#include "model/cpu_products.h"

#include <ATen/Parallel.h>

#include "catch.h"

namespace dragoman {
namespace {

/// Computes with a number of LibTorch's threads.
class Threads {
 public:
  explicit Threads(int count) : before_(at::get_num_threads()) { at::set_num_threads(count); }
  ~Threads() { at::set_num_threads(before_); }

 private:
  int before_;
};

torch::Tensor product_of(const torch::Tensor& left, const torch::Tensor& right,
                         const OptionalTensor& bias) {
  const torch::Tensor out = torch::empty({left.size(0), right.size(0)});
  multiply_on_cpu(
      {.left = left, .right = right, .out = out, .bias = bias, .transposes_right = true});
  return out;
}

}  // namespace

TEST_CASE("products on the CPU have the same bits for any number of threads and rows") {
  torch::manual_seed(1);
  const auto [rows, columns] =
      GENERATE(table<int64_t, int64_t>({{1, 1}, {3, 700}, {500, 40}, {130, 150}}));
  const torch::Tensor left = torch::randn({rows, 300}), right = torch::randn({columns, 300}),
                      bias = torch::randn({columns});
  const torch::Tensor one = product_of(left, right, bias);
  CHECK(torch::allclose(one, torch::addmm(bias, left, right.t()), 1e-4, 1e-4));
  const Threads several(3);
  CHECK(torch::equal(product_of(left, right, bias), one));
  CHECK(torch::equal(product_of(left.narrow(0, rows - 1, 1), right, bias)[0], one[rows - 1]));
}

TEST_CASE("a product on the CPU of transposed factors is added, with the sums of its left factor") {
  torch::manual_seed(1);
  const torch::Tensor left = torch::randn({90, 70}), right = torch::randn({90, 33}),
                      start = torch::randn({70, 33}), out = start.clone(), sums = torch::ones({70});
  multiply_on_cpu({.left = left,
                   .right = right,
                   .out = out,
                   .sums = sums,
                   .transposes_left = true,
                   .adds = true});
  CHECK(torch::allclose(out, start + torch::mm(left.t(), right), 1e-4, 1e-4));
  CHECK(torch::allclose(sums, left.sum(0), 1e-4, 1e-4));
}

TEST_CASE("a product on the CPU can be rectified") {
  const torch::Tensor left = torch::tensor({{1.0F}, {-1.0F}}), out = torch::empty({2, 1});
  multiply_on_cpu({.left = left, .right = torch::ones({1, 1}), .out = out, .rectifies = true});
  CHECK(torch::equal(out, torch::tensor({{1.0F}, {0.0F}})));
}

}  // namespace dragoman
