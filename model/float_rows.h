#pragma once

#include <torch/types.h>

#include <cstdint>

#include "model/compute_path.h"

namespace dragoman {

// Rows of fp32 or bf16 that are computed with in fp32: those of fp32 where they stand, those of
// bf16 by way of a room for a row.

/// work(pointer to the numbers of a tensor of one of these types).
template <class Work>
void with_numbers(const torch::Tensor& tensor, const Work& work) {
  tensor.scalar_type() == torch::kBFloat16 ? work(tensor.data_ptr<at::BFloat16>())
                                           : work(tensor.data_ptr<float>());
}

/// Whether our kernels may compute with a tensor of one of them.
inline bool has_float_rows(const torch::Tensor& tensor) {
  const torch::Dtype type = tensor.scalar_type();
  return runs_kernels(tensor) && (type == torch::kFloat32 || type == torch::kBFloat16);
}

/// The same for fp32 numbers that follow one another.
inline bool is_plain(const torch::Tensor& tensor) {
  return runs_kernels(tensor) && tensor.scalar_type() == torch::kFloat32 && tensor.is_contiguous();
}

/// The numbers of a row.
inline const float* read_row(const float* row, int64_t, float*) { return row; }
const float* read_row(const at::BFloat16* row, int64_t width, float* room);

/// Where the new numbers of a row are to be written ...
inline float* place_of_row(float* row, float*) { return row; }
inline float* place_of_row(at::BFloat16*, float* room) { return room; }
/// ... and what is done when they are: they are rounded to the nearest, ties to even.
inline void finish_row(const float*, int64_t, float*) {}
void finish_row(const float* place, int64_t width, at::BFloat16* row);

}  // namespace dragoman
