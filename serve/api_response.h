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

/// Sets the error of a request's record: its message, or its code if the status is 400, because the
/// message may quote the request's text.
void record_error(const ApiError& error, RequestRecord& record);

/// Converts an exception to the error that the client gets, and sets the error of the request's
/// record. An exception that is no ApiError becomes (500, internal); the record has its message.
ApiError as_api_error(const std::exception_ptr& error, RequestRecord& record);

/// Sets the status, Retry-After if there is one, and the body.
void set_error(HttpResponse& response, const ApiError& error, const nlohmann::ordered_json& body);
void set_error(HttpResponse& response, const ApiError& error);

}  // namespace dragoman
