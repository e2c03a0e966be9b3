#include "kernels/product_speed.h"

#include <algorithm>
#include <chrono>

#include "kernels/aligned_vector.h"
#include "kernels/kernels.h"

namespace dragoman {

double measure_product_speed() {
  using Clock = std::chrono::steady_clock;
  constexpr int64_t kRows = 128, kWords = 256, kColumns = 256;  // of matrices that caches hold
  constexpr double kOperations = 2.0 * kRows * kWords * kColumns;
  constexpr auto kTime = std::chrono::milliseconds(20);
  const AlignedVector<float> x(kRows * kWords, 1.0F), weights(kWords * kColumns, 0.5F),
      bias(kColumns, 0.0F);
  AlignedVector<float> out(kRows * kColumns);
  Product product;
  product.x = x.data();
  product.x_stride = product.words = kWords;
  product.rows = kRows;
  product.weights = weights.data();
  product.bias = bias.data();
  product.out = out.data();
  product.out_stride = kColumns;
  const auto multiply = chosen_kernels().products.multiply[static_cast<int>(NumberFormat::kFp32)];
  double best = 0;
  const auto begin = Clock::now();
  do {
    const auto start = Clock::now();
    multiply(product, 0, kColumns / kPanelColumns);
    const std::chrono::duration<double> seconds = Clock::now() - start;
    best = std::max(best, kOperations / std::max(seconds.count(), 1e-9));
  } while (Clock::now() - begin < kTime);
  return best;
}

}  // namespace dragoman
