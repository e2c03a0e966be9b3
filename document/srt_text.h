#pragma once

#include <string_view>
#include <vector>

#include "document/inline_codes.h"
#include "document/srt_reader.h"
#include "markup/protected_spans.h"

namespace dragoman {

/// The tags of a subtitle's text: <i>, <font ...> and {\an8}.
std::vector<TextToken> srt_tags(std::string_view text);

/// A text with its tags as codes; what `find_kept` finds stays.
InlineCodes encode_srt(std::string_view text, const FindSpans& find_kept);

/// True if the sentence that ends `speech` goes on in `next`, of the cue after that: no mark ends
/// it, and a small letter or a comma tells it.
bool goes_on_in(const SrtSpeech& speech, const SrtSpeech& next);

}  // namespace dragoman
