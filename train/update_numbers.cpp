#include "train/update_numbers.h"

namespace dragoman {
namespace {

void add_to(torch::Tensor& sum, const torch::Tensor& other) {
  if (other.defined()) sum = sum.defined() ? sum + other : other;
}

}  // namespace

void DeviceLosses::add(size_t part, const torch::Tensor& loss, const torch::Tensor& alignment) {
  add_to(sums_[part].loss, loss);
  add_to(sums_[part].alignment, alignment);
}

void DeviceLosses::count(size_t part, int64_t target_tokens, int64_t linked_tokens) {
  counts_[part].target_tokens = target_tokens;
  counts_[part].linked_tokens = linked_tokens;
}

UpdateNumbers UpdateNumbers::read(const DeviceLosses& losses, const torch::Tensor& squares) {
  std::vector<torch::Tensor> scalars;
  for (const auto& [loss, alignment] : losses.sums_) {
    scalars.push_back(loss);
    if (alignment.defined()) scalars.push_back(alignment);
  }
  std::vector<torch::Tensor> parts{squares};
  if (!scalars.empty()) parts.push_back(torch::stack(scalars).to(torch::kFloat64));
  const torch::Tensor all = torch::cat(parts).cpu();
  const double* next = all.const_data_ptr<double>();
  UpdateNumbers numbers{.losses = losses.counts_, .squares = {next, next + squares.size(0)}};
  next += squares.size(0);
  for (size_t i = 0; i < numbers.losses.size(); ++i) {
    numbers.losses[i].loss = *next++;
    if (losses.sums_[i].alignment.defined()) numbers.losses[i].alignment = *next++;
  }
  return numbers;
}

}  // namespace dragoman
