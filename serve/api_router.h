#pragma once

#include <httplib.h>

#include <atomic>
#include <string>
#include <vector>

#include "serve/api_keys.h"
#include "serve/http_server.h"
#include "serve/request_log.h"
#include "serve/route.h"

namespace dragoman {

/// Leads requests to their routes, and sees to what is the same for all: ids, keys, errors in JSON,
/// pages of other origins (CORS), the log.
class ApiRouter {
 public:
  /// `origin`: whose pages may call the service; "": nobody else's. `keys` and `is_draining` must
  /// outlive it.
  ApiRouter(std::vector<Route> routes, std::string origin, RequestLog log, const ApiKeys& keys,
            const std::atomic<bool>& is_draining);

  /// To be called before `server` listens; this must outlive it.
  void attach_to(HttpServer& server);
  /// Requests whose responses are not yet written and logged.
  int num_running() const { return num_running_; }

 private:
  void add_route(const Route& route, HttpServer& server);
  void answer(const Route& route, const httplib::Request& http,
              const httplib::ContentReader* content, httplib::Response& response) const;
  void answer_preflight(const std::string& path, httplib::Response& response) const;
  void log(const httplib::Request& request, const httplib::Response& response) const;
  void set_headers(const httplib::Request& request, httplib::Response& response) const;
  httplib::Server::HandlerResponse explain(const httplib::Request& request,
                                           httplib::Response& response) const;
  std::string allowed_methods(const std::string& path) const;

  std::vector<Route> routes_;
  std::string origin_;
  RequestLog log_;
  const ApiKeys& keys_;
  const std::atomic<bool>& is_draining_;
  std::atomic<int> num_running_ = 0;
};

}  // namespace dragoman
