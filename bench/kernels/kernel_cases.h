#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/kernels.h"

namespace dragoman {

/// The work of one call of a kernel. Zeros are not reported.
struct Amount {
  double operations = 0;
  double bytes = 0;  // read and written
};

/// A kernel of a table, to measure.
struct KernelCase {
  std::string name;  // KERNEL/SHAPE
  Amount amount;
  /// Makes the inputs and returns the function to time.
  std::function<std::function<void()>()> prepare;
};

void add_products(const Kernels& kernels, std::vector<KernelCase>& cases);
void add_matrices(const Kernels& kernels, std::vector<KernelCase>& cases);
void add_attention(const Kernels& kernels, std::vector<KernelCase>& cases);
void add_rows(const Kernels& kernels, std::vector<KernelCase>& cases);

/// Returns every kernel of a table; the same ones in the same order for each table.
inline std::vector<KernelCase> kernel_cases(const Kernels& kernels) {
  std::vector<KernelCase> cases;
  add_products(kernels, cases);
  add_matrices(kernels, cases);
  add_attention(kernels, cases);
  add_rows(kernels, cases);
  return cases;
}

}  // namespace dragoman
