#pragma once

#include <string_view>
#include <vector>

#include "markup/text_tokens.h"

namespace dragoman {

/// Parts of `text` that are no language and stay as they are: placeholders as {{x}}, {x}, ${x},
/// %{x}, %s, %1$s and %(name)s; :emoji:; URLs; e-mail addresses. Ascending; none overlaps another.
/// Takes time linear in its length.
std::vector<TextToken> protected_spans(std::string_view text);

}  // namespace dragoman
