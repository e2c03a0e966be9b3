#pragma once

namespace dragoman {

/// Returns how many floating-point operations a second one thread of this processor does when it
/// multiplies fp32 matrices with the program's kernels. This is the best of some products, which
/// take 20 milliseconds together.
double measure_product_speed();

}  // namespace dragoman
