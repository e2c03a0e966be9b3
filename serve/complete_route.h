#pragma once

#include "serve/http_message.h"
#include "serve/service_parts.h"

namespace dragoman {

/// POST /v1/complete: continues text with a language model. Thread-safe.
void answer_complete(const ServiceParts& parts, const HttpRequest& request, HttpResponse& response);

}  // namespace dragoman
