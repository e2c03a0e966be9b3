#pragma once

#include <string>

#include "data/data_settings.h"
#include "io/log.h"

namespace dragoman {

/// The settings with a file of links in `folder` in place of each alignment that is `auto`. Files
/// that are not there yet are made as `dragoman align` makes them: corpora that have the same tag
/// are aligned together, by one model. Their names derive from the content of these corpora, so
/// that a run that goes on finds them again. Throws std::runtime_error for broken text, a full disk
/// and the like.
DataSettings find_alignments(DataSettings settings, const std::string& folder, size_t num_threads,
                             const Logger& log);

/// How the names of such files end.
constexpr const char* kFoundAlignment = ".align";

}  // namespace dragoman
