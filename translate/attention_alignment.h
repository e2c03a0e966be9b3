#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/alignment_link.h"

namespace dragoman {

/// Links each token of a translation with the source token that has its largest attention weight
/// (of equal weights, the first). `attention` is [tokens][source tokens], without ends of sentence;
/// a row without source tokens gives no link.
std::vector<AlignmentLink> align_tokens(const std::vector<std::vector<float>>& attention);

/// Returns the links between words whose tokens are linked: in ascending order, each link once.
/// `source_words`, `target_words`: for each token the number of its word.
std::vector<AlignmentLink> align_words(const std::vector<AlignmentLink>& token_links,
                                       const std::vector<int32_t>& source_words,
                                       const std::vector<int32_t>& target_words);

/// Returns the source piece to put in place of the unknown target piece at `position`: the one with
/// the largest weight in `attention` [source pieces]. Drops its leading space symbol if the target
/// piece before is a space symbol alone. Returns the unknown piece itself if there are no source
/// pieces.
std::string replacement(const std::vector<std::string>& target_pieces, size_t position,
                        const std::vector<std::string>& source_pieces,
                        const std::vector<float>& attention);

}  // namespace dragoman
