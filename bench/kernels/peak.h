#pragma once

#include <functional>
#include <string>

namespace dragoman {

/// Runs `work`, which does `amount`, several times. Returns the amount per second of the best run.
double best_rate(double amount, const std::function<void()>& work);

/// Returns the GFLOP/s of one core in fp32 with registers as wide as the table's: independent
/// multiply-adds, or multiplications and additions if the table has no FMA. The best of several
/// runs.
double peak_gflops(const std::string& table);

/// Returns the GB/s at which one core reads memory, 256 MB in four streams. The best of several
/// runs.
double memory_gb_per_second();

}  // namespace dragoman
