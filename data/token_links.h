#pragma once

#include "data/example_source.h"
#include "data/sentence_pair.h"

namespace dragoman {

/// Sets the links of the example of `pair`. Each token of a word is linked with each token of a
/// linked word (Garg et al. 2019). A tokenizer may split text into more words than white space
/// does, as at a no-break space. A word of the text then covers all of them.
void link_tokens(const SentencePair& pair, const Tokenizer& source, const Tokenizer& target,
                 Example& example);

}  // namespace dragoman
