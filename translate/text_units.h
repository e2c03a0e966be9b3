#pragma once

#include <unicode/brkiter.h>
#include <unicode/unistr.h>

#include <string>
#include <vector>

namespace dragoman {

enum class TextUnit { kSentence, kWord };

/// Cuts `text` at every boundary of the unit (Unicode Standard Annex 29), sentences as
/// next_sentence_end() does. Nothing is left out: spaces and punctuation are words too.
std::vector<std::string> cut_text(const std::string& text, TextUnit unit);

/// Returns the next boundary of `sentences`, an iterator over `text`; DONE if there is none. Leaves
/// out boundaries at which a sentence goes on: between ASCII letters and ? or !, as in a URL or
/// "Yahoo!ニュース", and between a quotation and Japanese と or って, which names its speaker. An
/// opening bracket belongs to the sentence that follows it.
int32_t next_sentence_end(icu::BreakIterator& sentences, const icu::UnicodeString& text);

}  // namespace dragoman
