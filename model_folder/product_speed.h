#pragma once

namespace dragoman {

/// Floating-point operations that one thread of this processor does in a second when it multiplies
/// matrices in fp32 by the program's kernels: the best of some products, which take 20
/// milliseconds together.
double measure_product_speed();

}  // namespace dragoman
