#pragma once

#include <torch/types.h>

#include <cstdint>

#include "model/compute_path.h"

namespace dragoman {

// Access to rows of fp32 or bf16 for computing in fp32. Rows of fp32 are used in place; rows of
// bf16 are converted in `room`, a buffer for one row.

/// Calls work(pointer to the elements) for a tensor of fp32 or bf16.
template <class Work>
void with_numbers(const torch::Tensor& tensor, const Work& work) {
  tensor.scalar_type() == torch::kBFloat16 ? work(tensor.data_ptr<at::BFloat16>())
                                           : work(tensor.data_ptr<float>());
}

/// Returns whether our kernels may compute with the tensor and it is fp32 or bf16.
inline bool has_float_rows(const torch::Tensor& tensor) {
  const torch::Dtype type = tensor.scalar_type();
  return runs_kernels(tensor) && (type == torch::kFloat32 || type == torch::kBFloat16);
}

/// Returns whether our kernels may compute with the tensor and it is contiguous fp32.
inline bool is_plain(const torch::Tensor& tensor) {
  return runs_kernels(tensor) && tensor.scalar_type() == torch::kFloat32 && tensor.is_contiguous();
}

/// Returns the row as fp32.
inline const float* read_row(const float* row, int64_t, float*) { return row; }
const float* read_row(const at::BFloat16* row, int64_t width, float* room);

/// Returns the address at which to write a new row as fp32. Call finish_row() afterwards.
inline float* place_of_row(float* row, float*) { return row; }
inline float* place_of_row(at::BFloat16*, float* room) { return room; }
/// Completes a row written at `place`: rounds it to bf16, to nearest, ties to even.
inline void finish_row(const float*, int64_t, float*) {}
void finish_row(const float* place, int64_t width, at::BFloat16* row);

}  // namespace dragoman
