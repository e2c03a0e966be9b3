#pragma once

#include <string>
#include <vector>

#include "kernels/decoding.h"
#include "kernels/product.h"
#include "kernels/rows.h"
#include "kernels/training.h"

namespace dragoman {

/// All arithmetic of ours, compiled for one set of instructions. Tables with FMA, all but
/// `portable`, give the same bits in fp32 and int8.
struct Kernels {
  const char* name;
  const ProductKernels& products;
  const RowKernels& rows;
  const DecodingKernels& decoding;
  const TrainingKernels& training;
};

/// Those that this processor can run; a later one has more instructions.
std::vector<const Kernels*> available_kernels();
/// Their names, as in "portable, avx2". 64-bit ARM, which has FMA, has `neon` for `portable`.
std::string names_of_available_kernels();
/// The last one, but on Intel's processors not `avx512_bf16`: their VDPBF16PS, of two products,
/// takes four times as long as an FMA (measured on Sapphire Rapids), so that widening to fp32 is
/// faster.
const Kernels& fastest_kernels();
/// The one that the program computes with: the fastest, or the one that the environment variable
/// DRAGOMAN_KERNELS names. Throws std::invalid_argument where this processor cannot run that.
const Kernels& chosen_kernels();

}  // namespace dragoman
