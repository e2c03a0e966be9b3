#include "model/float_rows.h"

#include "kernels/kernels.h"

namespace dragoman {
const float* read_row(const at::BFloat16* row, int64_t width, float* room) {
  chosen_kernels().rows.widen(reinterpret_cast<const uint16_t*>(row), width, room);
  return room;
}

void finish_row(const float* place, int64_t width, at::BFloat16* row) {
  chosen_kernels().rows.round(place, width, reinterpret_cast<uint16_t*>(row));
}

}  // namespace dragoman
