#define DRAGOMAN_PRODUCTS products_neon_i8mm
#include "kernels/products_impl.h"
