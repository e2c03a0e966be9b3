#define DRAGOMAN_PRODUCTS products_neon
#define DRAGOMAN_DECODING decoding_neon
#define DRAGOMAN_ROWS rows_neon
#define DRAGOMAN_TRAINING training_neon
#include "kernels/decoding_impl.h"
#include "kernels/products_impl.h"
#include "kernels/rows_impl.h"
#include "kernels/training_impl.h"
