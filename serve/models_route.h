#pragma once

#include <nlohmann/json.hpp>

#include "serve/http_message.h"
#include "serve/model_registry.h"
#include "serve/service_settings.h"

namespace dragoman {

/// What GET /v1/models tells of a model.
nlohmann::ordered_json model_json(const ServedModel& model);

/// GET /v1/models: the models, what a request may ask for, and whether a training run is followed.
void answer_models(const ModelRegistry& registry, const ServiceSettings& settings,
                   HttpResponse& response);

}  // namespace dragoman
