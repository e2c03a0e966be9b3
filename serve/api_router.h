#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "serve/api_keys.h"
#include "serve/http/http_server.h"
#include "serve/request_log.h"
#include "serve/route.h"

namespace dragoman {

/// Passes requests to their routes, and does what is the same for all routes: ids, keys, errors in
/// JSON, CORS, the log.
class ApiRouter {
 public:
  /// `origin`: the origin whose pages may call the service; "": none. `keys` and `is_draining` must
  /// outlive this object.
  ApiRouter(std::vector<Route> routes, std::string origin, RequestLog log, const ApiKeys& keys,
            const std::atomic<bool>& is_draining);

  /// The server's handlers. This object must outlive the server.
  HttpHandlers handlers();
  /// Number of requests whose responses are not yet written and logged.
  int num_running() const { return num_running_; }

 private:
  void answer(const HttpRequest& request, HttpResponse& response);
  HttpResponse refuse(const HttpRequest& request, const ApiError& error) const;
  const Route* find(const std::string& path) const;
  void answer_by(const Route& route, const HttpRequest& request, HttpResponse& response) const;
  void check_open() const;
  void check_site(const HttpRequest& request) const;
  void answer_preflight(const std::string& methods, HttpResponse& response) const;
  void set_error_of_path(const std::string& path, const ApiError& error,
                         HttpResponse& response) const;
  void answer_unknown(const HttpRequest& request, const std::string& methods,
                      HttpResponse& response) const;
  void set_headers(HttpResponse& response) const;
  std::string allowed_methods(const std::string& path) const;

  std::vector<Route> routes_;
  std::string origin_;
  RequestLog log_;
  const ApiKeys& keys_;
  const std::atomic<bool>& is_draining_;
  std::atomic<int> num_running_ = 0;
};

}  // namespace dragoman
