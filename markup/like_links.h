#pragma once

#include <string_view>
#include <vector>

#include "markup/projection.h"
#include "markup/text_tokens.h"

namespace dragoman {

/// A model's links, where it takes a word for the punctuation mark beside it or the other way
/// round, as it may if it was guided by links of words like "end.": a link between a word and a
/// mark is moved to the nearest source token that no space parts from the one it had, that is like
/// the target one (a word for a word, an equal mark for a mark), and that has no such link yet. If
/// there is none, the link stays. Links of tokens that are not there are left out.
std::vector<TokenLink> link_like_tokens(const std::vector<TokenLink>& links,
                                        std::string_view source,
                                        const std::vector<TextToken>& source_tokens,
                                        std::string_view target,
                                        const std::vector<TextToken>& target_tokens);

}  // namespace dragoman
