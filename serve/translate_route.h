#pragma once

#include <string>
#include <vector>

#include "serve/http_message.h"
#include "serve/request_record.h"
#include "serve/service_parts.h"

namespace dragoman {

/// POST /v1/translate. Thread-safe.
void answer_translate(const ServiceParts& parts, const HttpRequest& request,
                      HttpResponse& response);

/// Writes the outcome of a translation into the request's `record`; the texts only if `has_texts`.
void record_translation(const std::vector<std::string>& texts,
                        const std::vector<TranslatedText>& translated, bool has_texts,
                        RequestRecord& record);

}  // namespace dragoman
