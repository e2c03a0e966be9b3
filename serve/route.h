#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "serve/api_request.h"
#include "serve/api_response.h"

namespace dragoman {

/// A path of the service, and the function that answers it.
struct Route {
  std::string method;  // GET, which includes HEAD, or POST
  std::string path;
  /// May throw anything; the client gets `error_body`.
  std::function<void(const HttpRequest&, HttpResponse&)> answer;
  bool needs_key = true;
  /// True for what is small and for operators: answered while the service drains, too, and however
  /// many requests are being answered.
  bool is_always_open = false;
  std::function<nlohmann::ordered_json(const ApiError&)> error_body = error_json;
};

}  // namespace dragoman
