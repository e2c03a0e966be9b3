#pragma once

#include <memory>

#include "document/document.h"

namespace dragoman {

/// Parses SubRip subtitles. The lines of a cue are one text, except lines that begin with a dash. A
/// sentence that continues in the next cue is also one text. Translations are distributed over the
/// cues, and over as many lines as before. Numbers, times and all other bytes stay. Throws
/// std::invalid_argument for text without cues, and for charsets other than UTF-8.
std::unique_ptr<Document> parse_srt_file(std::string_view bytes, const DocumentOptions& options);

}  // namespace dragoman
