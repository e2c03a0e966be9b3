#include "alignment/symmetrization.h"

#include "catch.h"

namespace dragoman {
namespace {

using Links = std::vector<AlignmentLink>;

std::string text_of(const Links& forward, const Links& backward, Symmetrization how) {
  return to_pharaoh(symmetrize(forward, backward, how));
}

// Rows are source words; F and B are links of one direction, X of both:
//      0 1 2 3 4
//   0  X . . . .
//   1  . F . . .
//   2  . . X B .
//   3  . . . . .
//   4  B . . . F
const Links kForward = {{0, 0}, {1, 1}, {2, 2}, {4, 4}};
const Links kBackward = {{0, 0}, {2, 2}, {2, 3}, {4, 0}};

}  // namespace

TEST_CASE("each symmetrisation gives the links worked by hand") {
  CHECK(text_of(kForward, kBackward, Symmetrization::kForward) == "0-0 1-1 2-2 4-4");
  CHECK(text_of(kForward, kBackward, Symmetrization::kBackward) == "0-0 2-2 2-3 4-0");
  CHECK(text_of(kForward, kBackward, Symmetrization::kIntersection) == "0-0 2-2");
  CHECK(text_of(kForward, kBackward, Symmetrization::kUnion) == "0-0 1-1 2-2 2-3 4-0 4-4");
  // 1-1 and 2-3 grow from 0-0 and 2-2; 4-4 is final: both of its words are free. 4-0 is neither.
  CHECK(text_of(kForward, kBackward, Symmetrization::kGrowDiagFinalAnd) == "0-0 1-1 2-2 2-3 4-4");
}

TEST_CASE("nothing grows between words that have links already") {
  const Links forward = {{0, 0}, {1, 1}}, backward = {{0, 0}, {0, 1}, {1, 1}};
  CHECK(text_of(forward, backward, Symmetrization::kGrowDiagFinalAnd) == "0-0 1-1");
  CHECK(text_of({}, {}, Symmetrization::kGrowDiagFinalAnd).empty());
}

}  // namespace dragoman
