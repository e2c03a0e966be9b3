#pragma once

#include "app/score_options.h"
#include "app/segment_reader.h"

namespace dragoman {

/// Scores the segments of `reader` and prints what `options` ask for to stdout.
void print_scores(SegmentReader& reader, const ScoreOptions& options, ScoreOutput default_output);

}  // namespace dragoman
