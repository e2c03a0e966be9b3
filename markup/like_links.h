#pragma once

#include <string_view>
#include <vector>

#include "markup/byte_span.h"
#include "markup/projection.h"

namespace dragoman {

/// Corrects a model's links that confuse a word with the punctuation mark beside it, as models do
/// that were guided by links of words like "end.". A link between a word and a mark moves to the
/// nearest source token of the target token's kind: a word for a word, an equal mark for a mark. No
/// space may be between the old and the new source token, and the new one must have no such link
/// yet. If there is no such token, the link stays. Links with nonexistent tokens are removed.
std::vector<TokenLink> link_like_tokens(const std::vector<TokenLink>& links,
                                        std::string_view source,
                                        const std::vector<ByteSpan>& source_tokens,
                                        std::string_view target,
                                        const std::vector<ByteSpan>& target_tokens);

}  // namespace dragoman
