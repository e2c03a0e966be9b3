// A twin of the table `avx2_vnni` for processors that have AVX-512 VNNI but no AVX-VNNI: the same
// instruction at 32 bytes, in another encoding. For AVX-512 VL, VNNI and DRAGOMAN_NATIVE_BYTES=32.

#define DRAGOMAN_PRODUCTS products_twin_vnni
#include "kernels/products_impl.h"
