#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "serve/api_error.h"
#include "serve/http_message.h"
#include "serve/request_record.h"

namespace dragoman {

void set_json(HttpResponse& response, const nlohmann::ordered_json& json);

/// {"error": {"code": ..., "message": ...}}
nlohmann::ordered_json error_json(const ApiError& error);

/// Converts an exception to the error that the client gets. An exception that is no ApiError
/// becomes (500, internal), and its message goes into the request's record.
ApiError as_api_error(const std::exception_ptr& error, RequestRecord& record);

/// Sets the status, Retry-After if there is one, and the body.
void set_error(HttpResponse& response, const ApiError& error, const nlohmann::ordered_json& body);
void set_error(HttpResponse& response, const ApiError& error);

}  // namespace dragoman
