#pragma once

#include "data/example_source.h"
#include "data/sentence_pair.h"

namespace dragoman {

/// Gives the example of `pair` its links: linked words are linked token by token, all of the one
/// word with all of the other (Garg et al. 2019). Where a tokenizer parts a text into
/// more words than white space does, as at a no-break space, a word of the text is all of them.
void link_tokens(const SentencePair& pair, const Tokenizer& source, const Tokenizer& target,
                 Example& example);

}  // namespace dragoman
