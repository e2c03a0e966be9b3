#define DRAGOMAN_PRODUCTS products_avx512_bf16
#include "kernels/products_impl.h"
