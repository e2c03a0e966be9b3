// A twin of the table `avx2_vnni` for any processor with AVX2: what the instruction of AVX-VNNI
// does is written out. For AVX2 and FMA.

#include <immintrin.h>

#include <cstring>

namespace {

/// Adds to each 32-bit sum four products of neighbours, of unsigned bytes of x and signed bytes of
/// w.
__m256i plain_dpbusd(__m256i sums, __m256i x, __m256i w) {
  unsigned char unsigned_bytes[32];
  signed char signed_bytes[32];
  int out[8];
  std::memcpy(unsigned_bytes, &x, sizeof(x));
  std::memcpy(signed_bytes, &w, sizeof(w));
  std::memcpy(out, &sums, sizeof(sums));
  for (int i = 0; i < 32; ++i) out[i / 4] += unsigned_bytes[i] * signed_bytes[i];
  std::memcpy(&sums, out, sizeof(sums));
  return sums;
}

}  // namespace

#define __AVX512VNNI__ 1  // NOLINT: the kernels' sources ask for it
#undef _mm256_dpbusd_epi32
#define _mm256_dpbusd_epi32 plain_dpbusd
#define DRAGOMAN_PRODUCTS products_twin_plain_vnni
#include "kernels/products_impl.h"
