#pragma once

#include <string>
#include <vector>

#include "kernels/decoding.h"
#include "kernels/product.h"
#include "kernels/rows.h"
#include "kernels/training.h"

namespace dragoman {

/// Table of all our arithmetic, compiled for one set of instructions. All tables with FMA, that is
/// all except `portable`, give the same bits in fp32 and int8.
struct Kernels {
  const char* name;
  const ProductKernels& products;
  const RowKernels& rows;
  const DecodingKernels& decoding;
  const TrainingKernels& training;
};

/// Tables that this processor can run; later ones use more instructions.
std::vector<const Kernels*> available_kernels();
/// Their names, such as "portable, avx2". On 64-bit ARM, `neon`, which has FMA, replaces
/// `portable`.
std::string names_of_available_kernels();
/// The last available table, except `avx512_bf16` on Intel's processors. There VDPBF16PS, which
/// computes two products, takes four times as long as an FMA (measured on Sapphire Rapids).
/// Widening to fp32 is faster.
const Kernels& fastest_kernels();
/// The table that the program uses: the one named by the environment variable DRAGOMAN_KERNELS, or
/// else the fastest. Throws std::invalid_argument if this processor cannot run it.
const Kernels& chosen_kernels();

}  // namespace dragoman
