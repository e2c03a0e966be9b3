#pragma once

#include <atomic>
#include <functional>

#include "serve/api_keys.h"
#include "serve/batcher.h"
#include "serve/model_registry.h"
#include "serve/service_metrics.h"
#include "serve/service_settings.h"
#include "serve/text_translation.h"

namespace dragoman {

/// The objects that the routes use; all must outlive the routes.
struct ServiceParts {
  const ServiceSettings& settings;
  const ModelRegistry& registry;
  const ApiKeys& keys;
  Batcher& batcher;
  TextTranslator& translator;
  ServiceMetrics& metrics;
  const std::atomic<bool>& is_draining;
  std::function<size_t()> num_connections;
};

}  // namespace dragoman
