#pragma once

#include <string_view>
#include <vector>

#include "markup/byte_span.h"
#include "markup/projection.h"

namespace dragoman {

/// Gives an ellipsis of the target the links of the word directly before it, if the source has no
/// ellipsis. Translators add such an ellipsis, as in menus, to show that a name goes on; it is part
/// of the name.
std::vector<TokenLink> link_new_ellipses(const std::vector<TokenLink>& links,
                                         std::string_view source, std::string_view target,
                                         const std::vector<ByteSpan>& target_tokens);

}  // namespace dragoman
