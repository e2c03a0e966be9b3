#include "model/float_rows.h"

#include "model/round_to_bf16.h"

namespace dragoman {
namespace {

DRAGOMAN_VECTOR_CLONES void widen(const uint16_t* from, int64_t count, float* to) {
#pragma omp simd
  for (int64_t i = 0; i < count; ++i)
    to[i] = __builtin_bit_cast(float, static_cast<uint32_t>(from[i]) << 16U);
}

DRAGOMAN_VECTOR_CLONES void round_off(const float* from, int64_t count, uint16_t* to) {
#pragma omp simd
  for (int64_t i = 0; i < count; ++i) to[i] = round_to_bf16(from[i]);
}

}  // namespace

const float* read_row(const at::BFloat16* row, int64_t width, float* room) {
  widen(reinterpret_cast<const uint16_t*>(row), width, room);
  return room;
}

void finish_row(const float* place, int64_t width, at::BFloat16* row) {
  round_off(place, width, reinterpret_cast<uint16_t*>(row));
}

}  // namespace dragoman
