#pragma once

#include <functional>
#include <string>
#include <vector>

#include "markup/sentence_cutter.h"

namespace dragoman {

/// Splits plain text into its sentences without omitting any byte.
using CutSentences = std::function<std::vector<std::string>(const std::string& plain)>;

/// Splits text pieces of `fragment` where `cut` finds the begin of a sentence within the plain text
/// of one of `sentences`. Marks the pieces that begin a sentence. Takes time linear in the text,
/// apart from `cut`.
void split_sentences(Fragment& fragment, const std::vector<Sentence>& sentences, Spelling& spelling,
                     const CutSentences& cut);

}  // namespace dragoman
