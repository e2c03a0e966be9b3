#define DRAGOMAN_KERNELS_NAME kernels_portable
#define DRAGOMAN_KERNELS_LABEL "portable"
#include "engine/kernels_impl.h"
