#pragma once

#include <map>
#include <string>

#include "serve/http_message.h"

namespace dragoman {

using FormFields = std::multimap<std::string, std::string>;

/// Returns the media type of the body in lower case, without parameters; "" if the header is
/// missing.
std::string media_type(const HttpRequest& request);

/// Throws ApiError (415, unsupported_media_type) if Content-Type names a type other than JSON.
void require_json(const HttpRequest& request);

/// Parses a body of type application/x-www-form-urlencoded, or a query. Skips empty fields. Throws
/// ApiError (400, bad_request) for too many fields.
FormFields parse_url_encoded(const std::string& body);

/// Parses a body of type multipart/form-data (RFC 7578). Throws ApiError (400, bad_request) if it
/// is malformed, has too many fields, or a part's headers are too long.
FormFields parse_multipart(const HttpRequest& request);

}  // namespace dragoman
