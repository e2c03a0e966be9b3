#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/kernels.h"

namespace dragoman {

/// Twins of tables, for tests only: the same sources, compiled as another table is, for registers
/// of another width or with instructions that the processor may lack.
std::vector<Kernels> twins();

/// Tables that this processor runs, and twins.
std::vector<Kernels> all_tables();

/// Those with FMA, whose results have the same bits.
std::vector<Kernels> tables_with_fma();

/// Whether AVX-VNNI's logic ran with its own instruction, which takes a processor with AVX-512
/// VNNI.
bool runs_vnni_twin();

/// Collects results of kernels, to be compared.
class Results {
 public:
  void add(double number) { numbers_.push_back(number); }
  void add(const std::vector<float>& numbers);
  void add(const std::vector<uint16_t>& bf16);

  /// Bits of all numbers are the same, but for NaN: any NaN equals any other.
  bool operator==(const Results& other) const;
  const std::vector<double>& numbers() const { return numbers_; }

 private:
  std::vector<double> numbers_;
};

/// Checks that all tables with FMA give the same results of `work`, and records their digest.
void check_identical(const std::function<Results(const Kernels&)>& work);

}  // namespace dragoman
