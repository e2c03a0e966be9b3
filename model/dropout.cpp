#include "model/dropout.h"

#include <ATen/Parallel.h>
#include <torch/autograd.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "io/random.h"
#include "kernels/kernels.h"
#include "model/compute_path.h"
#include "model/device_rows.h"
#include "model/saved_mask.h"

namespace dragoman {
namespace {

constexpr int64_t kChunk = 1024;
constexpr int64_t kBlock = int64_t{1} << 32;

template <class Scalar>
void apply_mask(const Scalar* x, Scalar* y, int64_t size, const DropoutMask& mask) {
  at::parallel_for(0, (size + kChunk - 1) / kChunk, 16, [&](int64_t begin, int64_t end) {
    float factors[kChunk];
    for (int64_t start = begin * kChunk; start < std::min(end * kChunk, size); start += kChunk) {
      const int64_t count = std::min(kChunk, size - start);
      mask.fill(start, count, factors);
      for (int64_t i = 0; i < count; ++i)
        y[start + i] = static_cast<Scalar>(static_cast<float>(x[start + i]) * factors[i]);
    }
  });
}

torch::Tensor mask_on_cpu(const torch::Tensor& input, const DropoutMask& mask) {
  const torch::Tensor x = input.contiguous();
  torch::Tensor y = torch::empty_like(x);
  AT_DISPATCH_FLOATING_TYPES_AND(at::kBFloat16, x.scalar_type(), "dropout", [&] {
    apply_mask(x.const_data_ptr<scalar_t>(), y.mutable_data_ptr<scalar_t>(), x.numel(), mask);
  });
  return y;
}

/// Returns `x` times `scale` where `keep` is true, else 0. Scales in fp32, as our kernels do: in
/// bf16 LibTorch might round the scale. Dropped NaN and infinity give NaN, like a product with 0.
torch::Tensor scale_kept(const torch::Tensor& x, const torch::Tensor& keep, float scale) {
  return x.to(torch::kFloat32).mul(keep).mul_(scale).to(x.scalar_type());
}

/// Computes x ^ (x >> shift) in place, on unsigned numbers in int32.
void fold(torch::Tensor& x, int64_t shift) {
  const int64_t below = (int64_t{1} << (32 - shift)) - 1;
  x.bitwise_xor_(x.bitwise_right_shift(shift).bitwise_and_(below));
}

int64_t as_int32(uint32_t bits) { return static_cast<int32_t>(bits); }

/// Computes mix32() of kernels/training_rows.h in place, on unsigned numbers in int32.
void mix(torch::Tensor& x) {
  fold(x, 16);
  x.mul_(as_int32(0x85ebca6bU));
  fold(x, 13);
  x.mul_(as_int32(0xc2b2ae35U));
  fold(x, 16);
}

class DropoutFunction : public torch::autograd::Function<DropoutFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               double rate, int64_t key) {
    const DropoutMask mask = save_mask(rate, key, context);
    if (runs_kernels(x)) return mask_on_cpu(x, mask);
    if (has_device_rows(x)) return device_dropout(x, mask);
    const torch::Tensor keep = mask.keeps(0, x.numel(), x.device()).view(x.sizes());
    context->save_for_backward({keep});
    return scale_kept(x, keep, mask.scale());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const DropoutMask mask = saved_mask(context);
    const auto kept = context->get_saved_variables();
    if (kept.empty()) {
      const bool on_cpu = runs_kernels(gradients[0]);
      return {
          on_cpu ? mask_on_cpu(gradients[0], mask) : device_dropout(gradients[0], mask), {}, {}};
    }
    return {scale_kept(gradients[0], kept[0], mask.scale()), {}, {}};
  }
};

}  // namespace

DropoutMask::DropoutMask(double rate, uint64_t key)
    : key_(key),
      threshold_(static_cast<uint32_t>(std::llround(rate * 4294967296.0))),
      scale_(static_cast<float>(1.0 / (1.0 - rate))) {}

void DropoutMask::fill(int64_t first, int64_t count, float* factors) const {
  if (!drops()) {
    std::fill_n(factors, count, scale_);
    return;
  }
  while (count > 0) {
    const int64_t place = first % kBlock, part = std::min(count, kBlock - place);
    chosen_kernels().training.fill_mask({.key = key_of_block(first / kBlock),
                                         .first = static_cast<uint32_t>(place),
                                         .count = static_cast<uint32_t>(part),
                                         .threshold = threshold_,
                                         .scale = scale_},
                                        factors);
    first += part, factors += part, count -= part;
  }
}

torch::Tensor DropoutMask::keeps(int64_t first, int64_t count, const torch::Device& device) const {
  constexpr int64_t kMost = int64_t{1} << 30;  // elements of one arange() in int32
  constexpr uint32_t kSign = 0x80000000U;
  std::vector<torch::Tensor> parts;
  while (count > 0) {
    const int64_t place = first % kBlock, part = std::min({count, kBlock - place, kMost});
    const uint64_t key = key_of_block(first / kBlock);
    torch::Tensor x = torch::arange(part, torch::TensorOptions(torch::kInt32).device(device));
    if (place > 0) x.add_(as_int32(static_cast<uint32_t>(place)));
    x.bitwise_xor_(as_int32(static_cast<uint32_t>(key)));
    mix(x);
    x.add_(as_int32(static_cast<uint32_t>(key >> 32)));
    mix(x);
    // With the sign bit flipped, signed comparison orders numbers as unsigned comparison does.
    parts.push_back(x.bitwise_xor_(as_int32(kSign)).ge(as_int32(threshold_ ^ kSign)));
    first += part, count -= part;
  }
  return parts.size() == 1 ? parts[0] : torch::cat(parts);
}

uint64_t DropoutMask::key_of_block(int64_t block) const {
  return key_ + static_cast<uint64_t>(block) * 0x9e3779b97f4a7c15ULL;
}

uint64_t DropoutKeys::next() { return derive_key(key_, ++calls_); }

torch::Tensor keyed_dropout(const torch::Tensor& x, double rate, uint64_t key) {
  return DropoutFunction::apply(x, rate, static_cast<int64_t>(key));
}

}  // namespace dragoman
