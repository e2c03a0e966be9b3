#pragma once

#include <vector>

#include "alignment/alignment_parameters.h"
#include "alignment/pair_inference.h"
#include "alignment/symmetrization.h"
#include "data/alignment_link.h"

namespace dragoman {

/// Aligns lines, one at a time and part by part. Not thread-safe: use one for each thread.
class LineAligner {
 public:
  /// `parameters` must outlive this object.
  LineAligner(const AlignmentParameters& parameters, Symmetrization how)
      : inference_(parameters), how_(how) {}

  /// Adds the next part of the line.
  void add(const WordPair& part);
  /// Returns the line's links, in ascending order. The next add() begins a new line.
  std::vector<AlignmentLink> take();

 private:
  PairInference inference_;
  Symmetrization how_;
  std::vector<AlignmentLink> links_;
  AlignmentLink before_;  // number of words in the earlier parts, on either side
};

}  // namespace dragoman
