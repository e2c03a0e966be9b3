#define DRAGOMAN_PRODUCTS products_avx2_vnni
#include "kernels/products_impl.h"
