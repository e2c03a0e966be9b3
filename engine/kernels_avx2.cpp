#define DRAGOMAN_KERNELS_NAME kernels_avx2
#define DRAGOMAN_KERNELS_LABEL "avx2"
#include "engine/kernels_impl.h"
