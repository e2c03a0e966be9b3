#define DRAGOMAN_KERNELS_NAME kernels_avx512_bf16
#define DRAGOMAN_KERNELS_LABEL "avx512_bf16"
#include "engine/kernels_impl.h"
