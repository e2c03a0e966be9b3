#pragma once

#include <map>
#include <string>

#include "serve/http_message.h"

namespace dragoman {

using FormFields = std::multimap<std::string, std::string>;

/// The type of the body, in lower case and without parameters; "" if it is not named.
std::string media_type(const HttpRequest& request);

/// Throws ApiError (415, unsupported_media_type) if the body is named as something else than JSON.
void require_json(const HttpRequest& request);

/// The fields of a body of type application/x-www-form-urlencoded, or of a query.
FormFields parse_url_encoded(const std::string& body);

/// The fields of a body of type multipart/form-data (RFC 7578). Throws ApiError (400, bad_request)
/// if it is none though it says so, and for more parts, or longer headers of them, than any real
/// one has.
FormFields parse_multipart(const HttpRequest& request);

}  // namespace dragoman
