#pragma once

#include <cstdint>

#include "alignment/symmetrization.h"
#include "io/settings.h"

namespace dragoman {

#define DRAGOMAN_ALIGN_OPTIONS(FIELD)                                               \
  FIELD(Symmetrization, symmetrize, Symmetrization::kGrowDiagFinalAnd, any_value(), \
        "How the alignments of both directions are combined.")                      \
  FIELD(int64_t, threads, 0, between(0, 4096), "Threads to compute with; 0: as many as cores.")

/// How pairs are aligned. The number of threads does not change the links.
struct AlignOptions {
  DRAGOMAN_FIELDS(DRAGOMAN_ALIGN_OPTIONS)
};

}  // namespace dragoman
