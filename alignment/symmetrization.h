#pragma once

#include <array>
#include <utility>
#include <vector>

#include "data/alignment_link.h"

namespace dragoman {

/// How the links of both directions become one alignment.
enum class Symmetrization {
  kForward,           // each target word's source word
  kBackward,          // each source word's target word
  kIntersection,      // links that both directions have
  kUnion,             // links that one of them has
  kGrowDiagFinalAnd,  // between the two: Koehn et al. (2005)
};

constexpr auto enum_names(Symmetrization) {
  return std::array{std::pair{Symmetrization::kForward, "forward"},
                    std::pair{Symmetrization::kBackward, "backward"},
                    std::pair{Symmetrization::kIntersection, "intersection"},
                    std::pair{Symmetrization::kUnion, "union"},
                    std::pair{Symmetrization::kGrowDiagFinalAnd, "grow-diag-final-and"}};
}

/// Joins links of pairs of `source_size` and `target_size` words. Both lists are ascending, each
/// link once; so is the result.
std::vector<AlignmentLink> symmetrize(const std::vector<AlignmentLink>& forward,
                                      const std::vector<AlignmentLink>& backward,
                                      Symmetrization how);

}  // namespace dragoman
