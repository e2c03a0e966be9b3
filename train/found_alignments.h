#pragma once

#include <string>

#include "data/data_settings.h"
#include "io/log.h"

namespace dragoman {

/// Returns the settings with each alignment `auto` replaced by a file of links in `folder`. Missing
/// and damaged files are made as `dragoman align` makes them; one model aligns all corpora of the
/// same tag. File names derive from the corpora's content, so a resumed run finds them again.
/// Throws std::runtime_error for broken text, a full disk and the like.
DataSettings find_alignments(DataSettings settings, const std::string& folder, int64_t threads,
                             const Logger& log);

/// Suffix of these files' names.
constexpr const char* kFoundAlignment = ".align";
/// Suffix that these names have in names of the files' checksums.
constexpr const char* kAlignmentChecksum = ".checksum";

}  // namespace dragoman
