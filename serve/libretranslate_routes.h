#pragma once

#include <nlohmann/json.hpp>

#include "serve/api_error.h"
#include "serve/http_message.h"
#include "serve/service_parts.h"

namespace dragoman {

/// POST /translate in LibreTranslate's API, with JSON or a form. Checks the API key itself, since
/// it may be a field of the body. Thread-safe.
void answer_libretranslate(const ServiceParts& parts, const HttpRequest& request,
                           HttpResponse& response);

/// POST /detect. Detects nothing: returns every source language of the models, with confidence 0.
/// Checks the API key itself, since it may be a field of the body. Thread-safe.
void answer_detect(const ServiceParts& parts, const HttpRequest& request, HttpResponse& response);

/// GET /languages: the source languages of the models whose languages are labelled.
void answer_languages(const ModelRegistry& registry, HttpResponse& response);

/// {"error": "message"}
nlohmann::ordered_json libretranslate_error(const ApiError& error);

}  // namespace dragoman
