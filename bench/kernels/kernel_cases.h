#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/kernels.h"

namespace dragoman {

/// What one call of a kernel does. What is zero is not reported.
struct Amount {
  double operations = 0;
  double bytes = 0;  // read and written
};

/// A kernel of some table, to be measured.
struct KernelCase {
  std::string name;  // KERNEL/SHAPE
  Amount amount;
  /// Makes the inputs and returns what is timed.
  std::function<std::function<void()>()> prepare;
};

void add_products(const Kernels& kernels, std::vector<KernelCase>& cases);
void add_attention(const Kernels& kernels, std::vector<KernelCase>& cases);
void add_rows(const Kernels& kernels, std::vector<KernelCase>& cases);

/// Every kernel of a table; the same ones in the same order for each.
inline std::vector<KernelCase> kernel_cases(const Kernels& kernels) {
  std::vector<KernelCase> cases;
  add_products(kernels, cases);
  add_attention(kernels, cases);
  add_rows(kernels, cases);
  return cases;
}

}  // namespace dragoman
