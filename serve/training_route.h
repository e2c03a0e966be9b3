#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "serve/http_message.h"

namespace dragoman {

/// Returns the state of a training run: its name, the rows of its tables after update `after`, the
/// samples' sources and references, the number of planned updates, and whether it is running. The
/// run may be writing: an incomplete last line is ignored.
nlohmann::ordered_json training_json(const std::string& run, int64_t after);

/// GET /v1/training?after=N. Throws ApiError: (404, not_found) if `run` is "", (400, bad_request)
/// if N is not a number. One request at a time reads the tables, which takes a while for a long
/// run: the other threads serve other requests.
class TrainingRoute {
 public:
  explicit TrainingRoute(std::string run) : run_(std::move(run)) {}

  void operator()(const HttpRequest& request, HttpResponse& response) const;

 private:
  std::string run_;
  std::shared_ptr<std::mutex> reader_ = std::make_shared<std::mutex>();  // held while reading
};

}  // namespace dragoman
