#define DRAGOMAN_PRODUCTS products_avx2
#define DRAGOMAN_DECODING decoding_avx2
#define DRAGOMAN_ROWS rows_avx2
#define DRAGOMAN_TRAINING training_avx2
#include "kernels/decoding_impl.h"
#include "kernels/products_impl.h"
#include "kernels/rows_impl.h"
#include "kernels/training_impl.h"
