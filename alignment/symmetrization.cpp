#include "alignment/symmetrization.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace dragoman {
namespace {

using Links = std::vector<AlignmentLink>;

Links intersection_of(const Links& a, const Links& b) {
  Links links;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(links));
  return links;
}

Links union_of(const Links& a, const Links& b) {
  Links links;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(links));
  return links;
}

/// Grows an alignment: starts with the intersection and adds links of the union.
class GrowingAlignment {
 public:
  GrowingAlignment(const Links& forward, const Links& backward) {
    for (const AlignmentLink& link : intersection_of(forward, backward)) add(link);
    const Links candidates = union_of(forward, backward);
    candidates_ = {candidates.begin(), candidates.end()};
  }

  /// Adds links of the union that are neighbours of present links, in eight directions, and of
  /// which one word has no link yet. Repeats until there are none.
  void grow_diag() {
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      const Links before(links_.begin(), links_.end());
      for (const AlignmentLink& link : before) has_grown |= add_neighbours(link);
    }
  }

  /// Adds links whose words both have no link yet.
  void final_and(const Links& direction) {
    for (const AlignmentLink& link : direction) {
      if (sources_.count(link.source) == 0 && targets_.count(link.target) == 0) add(link);
    }
  }

  Links links() const { return {links_.begin(), links_.end()}; }

 private:
  void add(const AlignmentLink& link) {
    links_.insert(link);
    sources_.insert(link.source);
    targets_.insert(link.target);
  }

  bool add_neighbours(const AlignmentLink& link) {
    constexpr AlignmentLink kSteps[] = {{-1, 0},  {0, -1}, {1, 0},  {0, 1},
                                        {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    bool has_grown = false;
    for (const AlignmentLink& step : kSteps) {
      const AlignmentLink near{link.source + step.source, link.target + step.target};
      const bool is_wanted = sources_.count(near.source) == 0 || targets_.count(near.target) == 0;
      if (!is_wanted || candidates_.count(near) == 0 || links_.count(near) > 0) continue;
      add(near);
      has_grown = true;
    }
    return has_grown;
  }

  std::set<AlignmentLink> candidates_;
  std::set<AlignmentLink> links_;
  std::set<int32_t> sources_;
  std::set<int32_t> targets_;
};

Links grow_diag_final_and(const Links& forward, const Links& backward) {
  GrowingAlignment alignment(forward, backward);
  alignment.grow_diag();
  alignment.final_and(forward);
  alignment.final_and(backward);
  return alignment.links();
}

}  // namespace

std::vector<AlignmentLink> symmetrize(const std::vector<AlignmentLink>& forward,
                                      const std::vector<AlignmentLink>& backward,
                                      Symmetrization how) {
  switch (how) {
    case Symmetrization::kForward:
      return forward;
    case Symmetrization::kBackward:
      return backward;
    case Symmetrization::kIntersection:
      return intersection_of(forward, backward);
    case Symmetrization::kUnion:
      return union_of(forward, backward);
    case Symmetrization::kGrowDiagFinalAnd:
      return grow_diag_final_and(forward, backward);
  }
  return {};
}

}  // namespace dragoman
