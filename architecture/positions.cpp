#include "architecture/positions.h"

#include <cmath>

namespace dragoman {

std::vector<float> sinusoidal_positions(int64_t length, int64_t width) {
  std::vector<float> positions(length * width);
  for (int64_t i = 0; i < width; i += 2) {
    const double wave = std::pow(10000.0, static_cast<double>(i) / static_cast<double>(width));
    for (int64_t position = 0; position < length; ++position) {
      const double angle = static_cast<double>(position) / wave;
      float* const at = positions.data() + position * width + i;
      at[0] = static_cast<float>(std::sin(angle));
      at[1] = static_cast<float>(std::cos(angle));
    }
  }
  return positions;
}

}  // namespace dragoman
