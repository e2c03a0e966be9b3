#pragma once

#include <string>
#include <vector>

#include "serve/http_message.h"
#include "serve/service_parts.h"

namespace dragoman {

/// POST /v1/attention: the attention weights of each layer and head. Thread-safe.
void answer_attention(const ServiceParts& parts, const HttpRequest& request,
                      HttpResponse& response);

/// Attention weights as JSON: [layer][head][query][key], rounded to four decimals.
std::string attention_text(const std::vector<LayerAttention>& layers);

}  // namespace dragoman
