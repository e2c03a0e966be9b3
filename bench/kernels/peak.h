#pragma once

#include <string>

namespace dragoman {

/// GFLOP/s that one core does in fp32 with registers as wide as a table's: of independent
/// multiply-adds, or of multiplications and additions where the table has no FMA. The best of some
/// runs.
double peak_gflops(const std::string& table);

/// GB/s at which one core reads memory, 256 MB in four streams. The best of some runs.
double memory_gb_per_second();

}  // namespace dragoman
