// A twin of the table `avx2` with registers of 16 bytes, so of 4 parts to 16 lanes: it shows that
// results do not depend on the width of registers. For AVX2, FMA and DRAGOMAN_NATIVE_BYTES=16.

#define DRAGOMAN_PRODUCTS products_twin_narrow
#define DRAGOMAN_DECODING decoding_twin_narrow
#define DRAGOMAN_ROWS rows_twin_narrow
#define DRAGOMAN_TRAINING training_twin_narrow
#include "kernels/decoding_impl.h"
#include "kernels/products_impl.h"
#include "kernels/rows_impl.h"
#include "kernels/training_impl.h"
