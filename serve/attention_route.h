#pragma once

#include <string>

#include "serve/api_request.h"
#include "serve/batcher.h"
#include "serve/model_registry.h"
#include "serve/service_settings.h"

namespace dragoman {

/// POST /v1/attention: the attention weights of each layer and head. Thread-safe.
class AttentionRoute {
 public:
  /// All arguments must outlive this object.
  AttentionRoute(const ServiceSettings& settings, const ModelRegistry& registry, Batcher& batcher)
      : settings_(settings), registry_(registry), batcher_(batcher) {}

  void operator()(const HttpRequest& request, HttpResponse& response) const;

 private:
  const ServiceSettings& settings_;
  const ModelRegistry& registry_;
  Batcher& batcher_;
};

/// Attention weights as JSON: [layer][head][query][key], rounded to four decimals.
std::string attention_text(const std::vector<LayerAttention>& layers);

}  // namespace dragoman
