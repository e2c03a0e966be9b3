#pragma once

#include <vector>

#include "alignment/alignment_parameters.h"
#include "alignment/pair_inference.h"
#include "alignment/symmetrization.h"
#include "data/alignment_link.h"

namespace dragoman {

/// Aligns one line after the other, part by part. One for each thread.
class LineAligner {
 public:
  /// `parameters` must outlive this.
  LineAligner(const AlignmentParameters& parameters, Symmetrization how)
      : inference_(parameters), how_(how) {}

  /// The next part of the line.
  void add(const WordPair& part);
  /// The line's links, ascending. What is added next is another line.
  std::vector<AlignmentLink> take();

 private:
  PairInference inference_;
  Symmetrization how_;
  std::vector<AlignmentLink> links_;
  AlignmentLink before_;  // words of the parts before
};

}  // namespace dragoman
