#include "search/length_penalty.h"

#include <cmath>

namespace dragoman {

double length_penalty(LengthPenalty kind, double alpha, int64_t length) {
  switch (kind) {
    case LengthPenalty::kNone:
      return 1.0;
    case LengthPenalty::kLength:
      return std::pow(static_cast<double>(length), alpha);
    case LengthPenalty::kWu:
      return std::pow((5.0 + static_cast<double>(length)) / 6.0, alpha);
  }
  return 1.0;
}

}  // namespace dragoman
