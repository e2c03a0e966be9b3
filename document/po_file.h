#pragma once

#include <memory>

#include "document/document.h"

namespace dragoman {

/// Parses a PO file of gettext. Entries chosen by `options` are translated. The header, obsolete
/// entries, comments and all other bytes stay. If a translation has other format directives than
/// its source, the message stays untranslated, with a note. Throws std::invalid_argument with the
/// line for invalid PO and for charsets other than UTF-8.
std::unique_ptr<Document> parse_po_file(std::string_view bytes, const DocumentOptions& options);

}  // namespace dragoman
