#pragma once

#include <string_view>
#include <vector>

#include "document/inline_codes.h"
#include "document/srt_reader.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// Returns the tags of a subtitle's text: <i>, <font ...> and {\an8}.
std::vector<ByteSpan> srt_tags(std::string_view text);

/// Returns where the words of a subtitle's line begin: behind tags at its beginning.
size_t begin_of_words(std::string_view line);

/// Converts a text whose tags become codes. Keeps what `find_kept` finds.
InlineCodes encode_srt(std::string_view text, const FindSpans& find_kept);

/// True if the sentence at the end of `speech` continues in `next`, a speech of the next cue. This
/// is so if `speech` ends with a comma, or if no mark ends it and `next` begins with a small
/// letter.
bool goes_on_in(const SrtSpeech& speech, const SrtSpeech& next);

}  // namespace dragoman
