#pragma once

#include <cstddef>
#include <memory>

#include "model/tensor_products.h"

namespace dragoman {

/// Products by cuBLASLt, the library of matrix products that LibTorch for CUDA has loaded. LibTorch
/// itself asks it for a kernel at every product, which takes the CPU 120 to 320 microseconds,
/// longer than most of the kernels take. This class keeps the answer for each shape.
class CudaProducts {
 public:
  /// For the current GPU. `path_of_libtorch` is that of libtorch_cuda.so. Throws std::runtime_error
  /// if it is not loaded or has no cuBLASLt.
  explicit CudaProducts(const char* path_of_libtorch);
  ~CudaProducts();
  CudaProducts(const CudaProducts&) = delete;
  CudaProducts& operator=(const CudaProducts&) = delete;

  /// Starts a product on a stream of that GPU, which is the current one. Returns false if the
  /// library has no kernel for it.
  bool multiply(const TensorProduct& product, void* stream);

 private:
  class Library;

  std::unique_ptr<Library> library_;
};

}  // namespace dragoman
