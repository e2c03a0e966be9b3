#define DRAGOMAN_PRODUCTS products_avx512_vnni
#include "kernels/products_impl.h"
