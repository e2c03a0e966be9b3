#pragma once

#include "serve/api_request.h"
#include "serve/batcher.h"
#include "serve/model_registry.h"
#include "serve/service_settings.h"

namespace dragoman {

/// POST /v1/complete: continues text with a language model. Thread-safe.
class CompleteRoute {
 public:
  /// All arguments must outlive this object.
  CompleteRoute(const ServiceSettings& settings, const ModelRegistry& registry, Batcher& batcher)
      : settings_(settings), registry_(registry), batcher_(batcher) {}

  void operator()(const HttpRequest& request, HttpResponse& response) const;

 private:
  const ServiceSettings& settings_;
  const ModelRegistry& registry_;
  Batcher& batcher_;
};

}  // namespace dragoman
