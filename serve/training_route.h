#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "serve/api_request.h"

namespace dragoman {

/// Returns the state of a training run: its name, the rows of its tables after update `after`, the
/// samples' sources and references, the number of planned updates, and whether it is running. The
/// run may be writing: an incomplete last line is ignored.
nlohmann::ordered_json training_json(const std::string& run, int64_t after);

/// GET /v1/training?after=N. Throws ApiError: (404, not_found) if `run` is "", (400, bad_request)
/// if N is not a number.
void answer_training(const std::string& run, const HttpRequest& request, HttpResponse& response);

}  // namespace dragoman
