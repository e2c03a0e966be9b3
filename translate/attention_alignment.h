#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/alignment_link.h"

namespace dragoman {

/// Links each token of a translation with the source token that it looks at most; of equal ones the
/// first. `attention` is [tokens][source tokens], ends of sentence left out; a row without source
/// tokens gives no link.
std::vector<AlignmentLink> align_tokens(const std::vector<std::vector<float>>& attention);

/// Links the words whose tokens are linked: in ascending order, each link once.
std::vector<AlignmentLink> align_words(const std::vector<AlignmentLink>& token_links,
                                       const std::vector<std::string>& source_pieces,
                                       const std::vector<std::string>& target_pieces);

/// The source piece that an unknown target piece at `position` looks at most, to be put in its
/// place. Where the target piece before is nothing but a space symbol, the source piece's own is
/// left out. `attention` is [source pieces]; the unknown piece itself if there are none.
std::string replacement(const std::vector<std::string>& target_pieces, size_t position,
                        const std::vector<std::string>& source_pieces,
                        const std::vector<float>& attention);

}  // namespace dragoman
