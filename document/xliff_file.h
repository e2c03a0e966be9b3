#pragma once

#include <memory>

#include "document/document.h"

namespace dragoman {

/// Parses an XLIFF file, version 1.2 or 2.x. Units chosen by `options` get a <target>; all other
/// bytes stay. Throws std::invalid_argument with the line for invalid XLIFF and for charsets other
/// than UTF-8.
std::unique_ptr<Document> parse_xliff_file(std::string_view bytes, const DocumentOptions& options);

}  // namespace dragoman
