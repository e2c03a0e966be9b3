#define DRAGOMAN_PRODUCTS products_portable
#define DRAGOMAN_DECODING decoding_portable
#define DRAGOMAN_ROWS rows_portable
#define DRAGOMAN_TRAINING training_portable
#include "kernels/decoding_impl.h"
#include "kernels/products_impl.h"
#include "kernels/rows_impl.h"
#include "kernels/training_impl.h"
