#pragma once

#include <string_view>
#include <vector>

#include "markup/projection.h"
#include "markup/text_tokens.h"

namespace dragoman {

/// Links where an ellipsis of the target has those of the word that it follows without a space, if
/// the source has none: it is a translator's sign that a name goes on, as in menus, and part of the
/// name.
std::vector<TokenLink> link_new_ellipses(const std::vector<TokenLink>& links,
                                         std::string_view source, std::string_view target,
                                         const std::vector<TextToken>& target_tokens);

}  // namespace dragoman
