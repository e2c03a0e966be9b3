#include "model/dropout.h"

#include <ATen/Parallel.h>
#include <torch/autograd.h>

#include <algorithm>
#include <cmath>

#include "io/random.h"
#include "kernels/kernels.h"

namespace dragoman {
namespace {

constexpr int64_t kChunk = 1024;

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

torch::Tensor mask_on_cpu(const torch::Tensor& input, double rate, uint64_t key) {
  const torch::Tensor x = input.contiguous();
  torch::Tensor y = torch::empty_like(x);
  AT_DISPATCH_FLOATING_TYPES_AND(at::kBFloat16, x.scalar_type(), "dropout", [&] {
    apply_mask(x.const_data_ptr<scalar_t>(), y.mutable_data_ptr<scalar_t>(), x.numel(),
               DropoutMask(rate, key));
  });
  return y;
}

torch::Tensor mask_on_device(const torch::Tensor& x, double rate, uint64_t key) {
  at::Generator generator = at::globalContext().defaultGenerator(x.device()).clone();
  generator.set_current_seed(key);
  const torch::Tensor keep = torch::empty_like(x).bernoulli_(1.0 - rate, generator);
  return x * keep.mul_(1.0 / (1.0 - rate));
}

torch::Tensor apply_dropout(const torch::Tensor& x, double rate, uint64_t key) {
  return x.is_cpu() ? mask_on_cpu(x, rate, key) : mask_on_device(x, rate, key);
}

class DropoutFunction : public torch::autograd::Function<DropoutFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               double rate, int64_t key) {
    context->saved_data["rate"] = rate;
    context->saved_data["key"] = key;
    return apply_dropout(x, rate, static_cast<uint64_t>(key));
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto key = static_cast<uint64_t>(context->saved_data["key"].toInt());
    return {apply_dropout(gradients[0], context->saved_data["rate"].toDouble(), key), {}, {}};
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
  // Elements are numbered within blocks of 2^32, each with a key of its own.
  constexpr int64_t kBlock = int64_t{1} << 32;
  while (count > 0) {
    const int64_t place = first % kBlock, part = std::min(count, kBlock - place);
    const uint64_t block_key = key_ + static_cast<uint64_t>(first / kBlock) * 0x9e3779b97f4a7c15ULL;
    chosen_kernels().training.fill_mask({.key = block_key,
                                         .first = static_cast<uint32_t>(place),
                                         .count = static_cast<uint32_t>(part),
                                         .threshold = threshold_,
                                         .scale = scale_},
                                        factors);
    first += part, factors += part, count -= part;
  }
}

uint64_t DropoutKeys::next() { return derive_key(key_, ++calls_); }

torch::Tensor keyed_dropout(const torch::Tensor& x, double rate, uint64_t key) {
  return DropoutFunction::apply(x, rate, static_cast<int64_t>(key));
}

}  // namespace dragoman
