#pragma once

#include <functional>
#include <string>
#include <vector>

#include "markup/sentence_cutter.h"

namespace dragoman {

/// Cuts plain text into its sentences, with nothing left out.
using CutSentences = std::function<std::vector<std::string>(const std::string& plain)>;

/// Splits text pieces of `fragment` where `cut` sees a sentence begin within the plain text of one
/// of `sentences`; the pieces that begin it are marked. Takes time linear in the text beside what
/// `cut` takes.
void split_sentences(Fragment& fragment, const std::vector<Sentence>& sentences, Spelling& spelling,
                     const CutSentences& cut);

}  // namespace dragoman
