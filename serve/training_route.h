#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "serve/api_request.h"

namespace dragoman {

/// What the tables of a training run have after update `after`, while the run may be writing them:
/// a last line that is not whole yet is left for later.
nlohmann::ordered_json training_json(const std::string& run, int64_t after);

/// GET /v1/training?after=N. Throws ApiError (404, not_found) if `run` is "", (400, bad_request)
/// for an N that is no number.
void answer_training(const std::string& run, const HttpRequest& request, HttpResponse& response);

}  // namespace dragoman
