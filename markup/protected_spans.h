#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "markup/text_tokens.h"

namespace dragoman {

/// Finds parts of a text that stay as they are: ascending, none overlaps another.
using FindSpans = std::function<std::vector<TextToken>(std::string_view text)>;

/// Parts of `text` that are no language and stay as they are: placeholders as {{x}}, {x}, ${x},
/// %{x}, %s, %1$s and %(name)s; :emoji:; URLs; e-mail addresses. Ascending; none overlaps another.
/// Takes time linear in its length.
std::vector<TextToken> protected_spans(std::string_view text);

}  // namespace dragoman
