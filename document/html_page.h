#pragma once

#include <memory>

#include "document/document.h"

namespace dragoman {

/// A whole page of HTML, as one fragment of markup: texts and the title are translated; head,
/// scripts, styles, comments and the attribute lang stay. Throws std::invalid_argument if it is not
/// UTF-8, or says so.
std::unique_ptr<Document> parse_html_page(std::string_view bytes, const DocumentOptions& options);

}  // namespace dragoman
