#define DRAGOMAN_KERNELS_NAME kernels_avx512
#define DRAGOMAN_KERNELS_LABEL "avx512"
#include "engine/kernels_impl.h"
