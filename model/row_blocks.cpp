#include "model/row_blocks.h"

#include <ATen/autocast_mode.h>

#include <vector>

#include "model/compute_path.h"

namespace dragoman {
namespace {

constexpr int64_t kRowsOfBlock = 256;

/// Returns rows [n, width] for `count` rows that are still to be computed, padded as by
/// row_blocks().
torch::Tensor empty_row_blocks(int64_t count, int64_t width, torch::Dtype type) {
  const int64_t block = type == torch::kBFloat16 ? kRowsOfBlock : 1;
  const int64_t whole = (count + block - 1) / block * block;
  torch::Tensor rows = torch::empty({whole, width}, torch::TensorOptions(type));
  if (whole > count) rows.narrow(0, count, whole - count).zero_();
  return rows;
}

}  // namespace

torch::Dtype product_type() {
  return at::autocast::is_autocast_enabled(at::kCPU) ? torch::kBFloat16 : torch::kFloat32;
}

torch::Tensor row_blocks(const torch::Tensor& x, torch::Dtype type) {
  const int64_t width = x.size(-1), count = x.numel() / width;
  const torch::Tensor flat = x.reshape({count, width});
  if (type != torch::kBFloat16 || !runs_kernels(x)) return flat.to(type).contiguous();
  torch::Tensor rows = empty_row_blocks(count, width, type);
  rows.narrow(0, 0, count).copy_(flat);
  return rows;
}

torch::Tensor rows_like(const torch::Tensor& rows, torch::IntArrayRef sizes_of_x) {
  std::vector<int64_t> sizes = sizes_of_x.vec();
  sizes.back() = rows.size(1);
  const int64_t count = c10::multiply_integers(sizes) / rows.size(1);
  return rows.narrow(0, 0, count).view(sizes);
}

}  // namespace dragoman
