#include "model/device_attention.h"

#include <algorithm>
#include <optional>

#include "catch.h"
#include "emulated_gpu.h"
#include "model/device.h"
#include "model/device_attention_check.h"
#include "test_device.h"

namespace dragoman {
namespace {

/// The device of these tests, whose kernels a CPU emulates if it is one.
class TestedGpu {
 public:
  TestedGpu() {
    if (device.is_cpu()) emulation_.emplace(emulated_);
  }

  const torch::Device device = parse_device(test_device());

 private:
  EmulatedGpu emulated_;
  std::optional<KernelsForCpu> emulation_;
};

/// Lengths of sentences: each number of tiles, and some that fill theirs.
const std::vector<int64_t> kLengths{1, 16, 17, 33, 48, 64, 5};

struct HeadShape {
  int64_t heads;
  int64_t head_width;
  bool causal;
};

torch::Tensor random_rows(int64_t rows, int64_t width) {
  return torch::randn({1, rows, width}).to(torch::kBFloat16);
}

/// Packed sentences of those lengths: their offsets, and a mask as large as the padded batch.
AttentionMask mask_of(const std::vector<int64_t>& lengths, bool causal,
                      const torch::Device& device) {
  std::vector<int64_t> offsets{0};
  for (const int64_t length : lengths) offsets.push_back(offsets.back() + length);
  const int64_t longest = *std::max_element(lengths.begin(), lengths.end());
  AttentionMask mask;
  mask.keys = torch::ones({static_cast<int64_t>(lengths.size()), 1, 1, longest}, torch::kBool);
  mask.causal = causal;
  mask.offsets = torch::tensor(offsets);
  mask.starts = mask.offsets.to(torch::kInt32).to(device);
  return mask;
}

/// Attention of one sentence by its formula, from queries [1, T, D] and keys and values [1, S, 2
/// D].
torch::Tensor formula(const torch::Tensor& queries, const torch::Tensor& memory,
                      const HeadShape& shape) {
  const torch::Tensor query = split_heads(queries, shape.heads, 1)[0];
  const auto parts = split_heads(memory, shape.heads, 2);
  const torch::Tensor seen =
      shape.causal ? causal_mask(queries.size(1), torch::kCPU) : torch::Tensor();
  return join_heads(torch::matmul(attention_weights(query, parts[0], seen), parts[1]));
}

/// Returns the relative difference.
double distance(const torch::Tensor& found, const torch::Tensor& expected) {
  return ((found.cpu().to(torch::kFloat32) - expected).norm() / expected.norm()).item<double>();
}

/// Attention by kernels and by its formula, in a batch of all lengths.
void check_packed(const HeadShape& shape) {
  const TestedGpu gpu;
  const int64_t width = shape.heads * shape.head_width;
  const AttentionMask mask = mask_of(kLengths, shape.causal, gpu.device);
  const int64_t rows = mask.offsets[-1].item<int64_t>();
  const torch::Tensor inputs = random_rows(rows, 3 * width), slope = random_rows(rows, width);

  const torch::Tensor packed = inputs.to(gpu.device).requires_grad_();
  const ProjectedHeads heads{packed, {}, shape.heads};
  REQUIRE(has_device_attention(heads, mask));
  const torch::Tensor found = device_attention(heads, mask);
  const torch::Tensor gradient =
      torch::autograd::grad({found}, {packed}, {slope.to(gpu.device)})[0];

  const torch::Tensor exact = inputs.to(torch::kFloat32).requires_grad_();
  std::vector<torch::Tensor> sentences;
  for (size_t i = 0; i < kLengths.size(); ++i) {
    const torch::Tensor own =
        exact.narrow(1, mask.offsets[static_cast<int64_t>(i)].item<int64_t>(), kLengths[i]);
    sentences.push_back(formula(own.narrow(2, 0, width), own.narrow(2, width, 2 * width), shape));
  }
  const torch::Tensor expected = torch::cat(sentences, 1);
  CHECK(distance(found, expected.detach()) < 0.01);
  CHECK(distance(gradient, torch::autograd::grad({expected}, {exact},
                                                 {slope.to(torch::kFloat32)})[0]) < 0.01);
}

}  // namespace

TEST_CASE("a GPU's attention is that of the formula: packed sentences of all lengths") {
  torch::manual_seed(1);
  check_packed({.heads = 2, .head_width = 16, .causal = false});
  check_packed({.heads = 1, .head_width = 64, .causal = true});
  check_packed({.heads = 1, .head_width = 48, .causal = true});
}

TEST_CASE("a GPU's attention is that of the formula: over memory") {
  torch::manual_seed(2);
  const HeadShape shape{.heads = 2, .head_width = 32, .causal = false};
  const TestedGpu gpu;
  const std::vector<int64_t> lengths{40, 7};
  const AttentionMask mask = mask_of(lengths, false, gpu.device);
  const torch::Tensor queries = torch::randn({2, 21, 64}).to(torch::kBFloat16),
                      memory = random_rows(47, 128), slope = torch::randn_like(queries);
  const torch::Tensor own_queries = queries.to(gpu.device).requires_grad_(),
                      own_memory = memory.to(gpu.device).requires_grad_();
  const ProjectedHeads heads{own_queries, own_memory, shape.heads};
  REQUIRE(has_device_attention(heads, mask));
  const torch::Tensor found = device_attention(heads, mask);
  const auto gradients =
      torch::autograd::grad({found}, {own_queries, own_memory}, {slope.to(gpu.device)});

  const torch::Tensor exact_queries = queries.to(torch::kFloat32).requires_grad_(),
                      exact_memory = memory.to(torch::kFloat32).requires_grad_();
  const torch::Tensor expected =
      torch::cat({formula(exact_queries.narrow(0, 0, 1), exact_memory.narrow(1, 0, 40), shape),
                  formula(exact_queries.narrow(0, 1, 1), exact_memory.narrow(1, 40, 7), shape)},
                 0);
  const auto exact =
      torch::autograd::grad({expected}, {exact_queries, exact_memory}, {slope.to(torch::kFloat32)});
  CHECK(distance(found, expected.detach()) < 0.01);
  CHECK(distance(gradients[0], exact[0]) < 0.01);
  CHECK(distance(gradients[1], exact[1]) < 0.01);
}

TEST_CASE("a GPU's attention leaves to others what its kernels cannot compute") {
  const TestedGpu gpu;
  const auto has = [&](std::vector<int64_t> sizes, torch::Dtype type, int64_t heads,
                       const AttentionMask& mask) {
    const auto options = torch::TensorOptions(type).device(gpu.device);
    return has_device_attention({torch::zeros(sizes, options), {}, heads}, mask);
  };
  CHECK(has({1, 64, 192}, torch::kBFloat16, 1, {}));
  CHECK_FALSE(has({1, 65, 192}, torch::kBFloat16, 1, {}));
  CHECK_FALSE(has({1, 64, 192}, torch::kFloat32, 1, {}));
  CHECK_FALSE(has({1, 64, 240}, torch::kBFloat16, 1, {}));  // a head of 80
  CHECK_FALSE(has({1, 64, 72}, torch::kBFloat16, 1, {}));   // a head of 24
  AttentionMask padded;
  padded.keys = torch::ones({1, 1, 1, 64}, torch::kBool);
  CHECK_FALSE(has({1, 64, 192}, torch::kBFloat16, 1, padded));
}

TEST_CASE("a GPU's attention is used only if it agrees with LibTorch's operations") {
  const TestedGpu gpu;
  CHECK(device_attention_agrees(gpu.device));
  {
    const c10::InferenceMode translates;
    CHECK(device_attention_agrees(gpu.device));
    const auto options = torch::TensorOptions(torch::kBFloat16).device(gpu.device);
    const torch::Tensor ones = torch::ones({1, 20, 96}, options);
    CHECK(device_attention({ones, {}, 2}, {}).eq(1).all().item<bool>());
  }
  /// Computes attention, but no gradients.
  class Forgetful : public EmulatedGpu {
   public:
    void run(const KernelStart& start, void* argument, const torch::Device& device) override {
      if (std::string_view(start.kernel) == "attend") EmulatedGpu::run(start, argument, device);
    }
  } forgetful;
  const KernelsForCpu kernels(forgetful);
  CHECK_FALSE(device_attention_agrees(torch::kCPU));
}

TEST_CASE("a GPU's attention is not used if its kernels cannot be started") {
  class Broken : public EmulatedGpu {
   public:
    void run(const KernelStart&, void*, const torch::Device&) override {
      throw std::runtime_error("cuLaunchKernel failed with status 201");
    }
  } broken;
  const KernelsForCpu kernels(broken);
  const torch::Device other_name(torch::kCPU, 0);  // other tests have trusted torch::kCPU
  CHECK_FALSE(device_attention_is_trusted(other_name));
  CHECK_FALSE(device_attention_is_trusted(other_name));
}

}  // namespace dragoman
