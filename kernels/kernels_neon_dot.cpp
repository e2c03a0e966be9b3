#define DRAGOMAN_PRODUCTS products_neon_dot
#include "kernels/products_impl.h"
