#pragma once

#include <memory>

#include "document/document.h"

namespace dragoman {

/// SubRip subtitles. Lines of a cue are one text, but for those that a dash begins; a sentence that
/// goes on in the next cue is one, too. Translations are shared out over the cues, and over as many
/// lines as there were. Numbers, times and all other bytes stay. Throws std::invalid_argument for
/// text without cues, and for other charsets than UTF-8.
std::unique_ptr<Document> parse_srt_file(std::string_view bytes, const DocumentOptions& options);

}  // namespace dragoman
