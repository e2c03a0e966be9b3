#pragma once

#include <memory>

#include "document/document.h"

namespace dragoman {

/// Parses a whole HTML page as one fragment of markup. Texts and the title are translated. The
/// head, scripts, styles, comments and the attribute lang stay. Throws std::invalid_argument if the
/// page is not UTF-8, or declares another charset.
std::unique_ptr<Document> parse_html_page(std::string_view bytes, const DocumentOptions& options);

}  // namespace dragoman
