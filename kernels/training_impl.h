// Kernels for training, compiled for the instructions of the including file. That file defines
// DRAGOMAN_TRAINING, the name of the TrainingKernels.

#include "kernels/head_attention.h"
#include "kernels/large_products.h"
#include "kernels/loss_rows.h"
#include "kernels/training_rows.h"

namespace dragoman {

extern const TrainingKernels DRAGOMAN_TRAINING;
const TrainingKernels DRAGOMAN_TRAINING{
    .multiply_matrices = multiply_matrices,
    .attend = attend,
    .attend_backward = attend_backward,
    .normalize_backward = normalize_backward,
    .add_product = add_product,
    .multiply = multiply_row,
    .add = add_row,
    .pass_where_positive = pass_where_positive,
    .relu = relu_row,
    .gelu = gate_row<gelu>,
    .silu = gate_row<silu>,
    .fill_mask = fill_mask,
    .loss_gradient = {loss_gradient<float>, loss_gradient<uint16_t>},
    .update = update,
    .sum_of_squares = sum_of_squares,
    .approach = approach};

}  // namespace dragoman
