// A table of kernels, for whatever instructions the including file is compiled for.
//
// DRAGOMAN_KERNELS_NAME: the name of the table that is defined. DRAGOMAN_KERNELS_LABEL: as text.

#include "engine/kernel_products.h"
#include "engine/kernel_rows.h"

namespace dragoman {

extern const Kernels DRAGOMAN_KERNELS_NAME;
const Kernels DRAGOMAN_KERNELS_NAME{.name = DRAGOMAN_KERNELS_LABEL,
                                    .multiply = {multiply<Fp32>, multiply<Bf16>, multiply<Int8>},
                                    .round_row = round_row,
                                    .quantize_row = quantize_row,
                                    .attend = {attend<float>, attend<uint16_t>, attend<uint16_t>},
                                    .normalize = normalize,
                                    .summarize = summarize,
                                    .log_sums = log_sums};

}  // namespace dragoman
