#pragma once

#include <memory>

#include "document/document.h"

namespace dragoman {

/// A PO file, as gettext's. Entries that `options` choose get translations; the header, obsolete
/// entries, comments and all other bytes stay. A message whose translation has other format
/// directives than its source is left untranslated, with a note. Throws std::invalid_argument,
/// naming the line, for what is no PO, and for other charsets than UTF-8.
std::unique_ptr<Document> parse_po_file(std::string_view bytes, const DocumentOptions& options);

}  // namespace dragoman
