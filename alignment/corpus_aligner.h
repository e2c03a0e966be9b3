#pragma once

#include <functional>
#include <string>

#include "alignment/align_options.h"
#include "alignment/alignment_parameters.h"
#include "alignment/word_pair_file.h"

namespace dragoman {

/// Aligns all lines of `pairs`, whose word numbers are those of `parameters`. Passes the lines to
/// `write` in order, in groups, in the format of to_pharaoh(), each with LF.
void align_word_pairs(const WordPairFile& pairs, const AlignmentParameters& parameters,
                      const AlignOptions& options,
                      const std::function<void(const std::string&)>& write);

}  // namespace dragoman
