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

/// What a client is told of an exception: of those that are no ApiError, that something went wrong
/// (500, internal). The request's record gets the reason of these.
ApiError as_api_error(const std::exception_ptr& error, RequestRecord& record);

/// Status, and Retry-After where it helps; `body` tells the rest.
void set_error(HttpResponse& response, const ApiError& error, const nlohmann::ordered_json& body);
void set_error(HttpResponse& response, const ApiError& error);

/// The response to what is no request that could be answered: it has an id of its own.
HttpResponse refusal(const ApiError& error);

}  // namespace dragoman
