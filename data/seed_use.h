#pragma once

#include <cstdint>

namespace dragoman {

/// Purposes of random sequences that derive from one seed. Never change or reuse a number: a
/// resumed run needs the same sequences.
enum class SeedUse : uint64_t {
  kOrderOfPass = 1,
  kOrderOfBatches = 2,
  kDropout = 3,
  kOrderOfEpoch = 4,
  kWordDropout = 5,
  kStreamSegmentations = 6,
  kSegmentations = 7,
  kHeldOut = 11,
};

}  // namespace dragoman
