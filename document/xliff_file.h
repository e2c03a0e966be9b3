#pragma once

#include <memory>

#include "document/document.h"

namespace dragoman {

/// An XLIFF file, version 1.2 or 2.x. Units that `options` choose get a <target>; all other bytes
/// stay. Throws std::invalid_argument, naming the line, for what is no XLIFF, and for other
/// charsets than UTF-8.
std::unique_ptr<Document> parse_xliff_file(std::string_view bytes, const DocumentOptions& options);

}  // namespace dragoman
