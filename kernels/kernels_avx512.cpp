#define DRAGOMAN_PRODUCTS products_avx512
#define DRAGOMAN_DECODING decoding_avx512
#define DRAGOMAN_ROWS rows_avx512
#define DRAGOMAN_TRAINING training_avx512
#include "kernels/decoding_impl.h"
#include "kernels/products_impl.h"
#include "kernels/rows_impl.h"
#include "kernels/training_impl.h"
