#pragma once

#include <string_view>

namespace dragoman {

/// Throws ApiError (400) for a form (multipart/form-data) with more parts, or with longer headers
/// of its parts, than any real one has. httplib reads them by a regular expression, whose time
/// grows with the third power of a header's length.
void check_multipart(std::string_view content_type, std::string_view body);

}  // namespace dragoman
