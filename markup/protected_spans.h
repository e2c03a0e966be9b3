#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "markup/byte_span.h"
#include "markup/piece.h"

namespace dragoman {

/// Returns the parts of a text that are kept untranslated: ascending, without overlaps.
using FindSpans = std::function<std::vector<ByteSpan>(std::string_view text)>;

/// Returns `find` without the spans that begin or end inside a reference; empty if `find` is.
FindSpans outside_references(FindSpans find, MarkupSyntax syntax);

/// Returns the parts of `text` that are not language and are kept: placeholders such as {{x}}, {x},
/// ${x}, %{x}, %s, %1$s and %(name)s; :emoji:; URLs; e-mail addresses. Ascending, without overlaps.
/// Takes time linear in the length.
std::vector<ByteSpan> protected_spans(std::string_view text);

}  // namespace dragoman
