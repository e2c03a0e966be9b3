#define DRAGOMAN_KERNELS_NAME kernels_avx512_vnni
#define DRAGOMAN_KERNELS_LABEL "avx512_vnni"
#include "engine/kernels_impl.h"
