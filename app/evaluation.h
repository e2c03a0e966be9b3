#pragma once

#include "app/score_options.h"
#include "app/segment_reader.h"

namespace dragoman {

/// Scores the segments of `reader`, and prints the scores to stdout as `options` say.
/// `default_output` is used if options.output is not set.
void print_scores(SegmentReader& reader, const ScoreOptions& options, ScoreOutput default_output);

}  // namespace dragoman
