#pragma once

#include <httplib.h>

#include <map>
#include <memory>
#include <string>

#include "serve/request_context.h"

namespace dragoman {

using FormFields = std::multimap<std::string, std::string>;

/// A request that was read whole.
struct ApiRequest {
  const httplib::Request& http;
  std::shared_ptr<RequestContext> context;
  std::string body = {};  // but that of a form in parts
  FormFields form = {};   // of a form in parts (multipart/form-data)
};

/// Reads the body. Throws ApiError (400, bad_request) if it is no form though it says so.
ApiRequest read_request(const httplib::Request& http, const httplib::ContentReader& content);

/// The type of the body, in lower case and without parameters; "" if it is not named.
std::string media_type(const httplib::Request& http);

/// Throws ApiError (415, unsupported_media_type) if the body is named as something else than JSON.
void require_json(const ApiRequest& request);

/// The fields of a body of type application/x-www-form-urlencoded.
FormFields parse_url_encoded(const std::string& body);

}  // namespace dragoman
