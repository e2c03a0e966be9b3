#pragma once

#include <array>
#include <utility>
#include <vector>

#include "data/alignment_link.h"

namespace dragoman {

/// Ways to combine the links of both directions into one alignment.
enum class Symmetrization {
  kForward,           // for each target word its source word
  kBackward,          // for each source word its target word
  kIntersection,      // links in both directions
  kUnion,             // links in either direction
  kGrowDiagFinalAnd,  // between intersection and union: Koehn et al. (2005)
};

constexpr auto enum_names(Symmetrization) {
  return std::array{std::pair{Symmetrization::kForward, "forward"},
                    std::pair{Symmetrization::kBackward, "backward"},
                    std::pair{Symmetrization::kIntersection, "intersection"},
                    std::pair{Symmetrization::kUnion, "union"},
                    std::pair{Symmetrization::kGrowDiagFinalAnd, "grow-diag-final-and"}};
}

/// Combines the links of both directions. Both lists must be ascending, each link once. So is the
/// result. kGrowDiagFinalAnd grows in rounds: a link added in one gets its neighbours in the next.
/// The pseudocode of Koehn et al. visits it in the same sweep, so a few links differ.
std::vector<AlignmentLink> symmetrize(const std::vector<AlignmentLink>& forward,
                                      const std::vector<AlignmentLink>& backward,
                                      Symmetrization how);

}  // namespace dragoman
