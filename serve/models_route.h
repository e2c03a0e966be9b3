#pragma once

#include <nlohmann/json.hpp>

#include "serve/http_message.h"
#include "serve/model_registry.h"
#include "serve/service_settings.h"

namespace dragoman {

/// Describes a model for GET /v1/models.
nlohmann::ordered_json model_json(const ServedModel& model);

/// GET /v1/models: the models, the limits of requests, and whether the page follows a training run.
void answer_models(const ModelRegistry& registry, const ServiceSettings& settings,
                   HttpResponse& response);

}  // namespace dragoman
