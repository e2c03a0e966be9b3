#include "serve/api_router.h"

namespace dragoman {
namespace {

constexpr const char* kReading = "GET, HEAD";
constexpr int kMostRequests = 1024;      // answered at the same time
constexpr const char* kPage = "/page/";  // covers many files

bool is_for_reading(const HttpRequest& request) {
  return request.method == "GET" || request.method == "HEAD";
}

bool has_method(const Route& route, const HttpRequest& request) {
  return route.method == "GET" ? is_for_reading(request) : route.method == request.method;
}

/// The name of a path in the metrics: at most as many names as routes.
std::string route_name(const std::string& path) { return path.starts_with(kPage) ? kPage : path; }

/// Replaces the response by the current exception, in the route's error format.
void answer_error(const Route& route, RequestRecord& record, HttpResponse& response) {
  const ApiError error = as_api_error(std::current_exception(), record);
  set_error(response, error, route.error_body(error));
}

}  // namespace

ApiRouter::ApiRouter(std::vector<Route> routes, std::string origin, RequestLog log,
                     const ApiKeys& keys, const std::atomic<bool>& is_draining)
    : routes_(std::move(routes)),
      origin_(std::move(origin)),
      log_(std::move(log)),
      keys_(keys),
      is_draining_(is_draining) {}

HttpHandlers ApiRouter::handlers() {
  return {
      .answer = [this](const auto& request, auto& response) { answer(request, response); },
      .refuse = [this](const auto& request, const auto& error) { return refuse(request, error); },
      .end = [this](const auto& request, const auto& response,
                    bool is_sent) { log_.end(request, response, is_sent); }};
}

void ApiRouter::answer(const HttpRequest& request, HttpResponse& response) {
  request.context->running.emplace(num_running_);
  request.context->record.begin = std::chrono::steady_clock::now();
  const std::string methods = allowed_methods(request.path);
  if (!methods.empty()) request.context->record.route = route_name(request.path);
  const Route* route = find(request.path);
  if (route != nullptr && has_method(*route, request)) {
    answer_by(*route, request, response);
  } else if (request.method == "OPTIONS" && !origin_.empty() && !methods.empty()) {
    answer_preflight(methods, response);
  } else {
    answer_unknown(request, methods, response);
  }
  log_.set_id(request, response);
  set_headers(response);
}

HttpResponse ApiRouter::refuse(const HttpRequest& request, const ApiError& error) const {
  HttpResponse response;
  set_error_of_path(request.path, error, response);
  const std::string methods = allowed_methods(request.path);
  if (error.status() == 405)
    response.set_header("Allow", methods.empty() ? "GET, HEAD, POST" : methods);
  log_.set_id(request, response);
  set_headers(response);
  RequestRecord& record = request.context->record;
  record.begin = std::chrono::steady_clock::now();
  record.route = "refused";
  record.error = error.what();
  log_.end(request, response, true);  // not sent yet, but the error says enough
  return response;
}

/// Returns the route of the path, or null. No two routes have the same path.
const Route* ApiRouter::find(const std::string& path) const {
  for (const Route& route : routes_) {
    if (route.path == path) return &route;
  }
  return nullptr;
}

void ApiRouter::answer_by(const Route& route, const HttpRequest& request,
                          HttpResponse& response) const {
  RequestRecord& record = request.context->record;
  try {
    if (!route.is_always_open) check_open();
    check_site(request);
    if (route.needs_key) keys_.check(request);
    route.answer(request, response);
  } catch (...) {
    answer_error(route, record, response);
  }
  if (!response.go_on) return;
  response.go_on = [go_on = std::move(response.go_on), &route,
                    context = request.context.get()](HttpResponse& answered) {
    try {
      if (context->is_given_up) throw service_stops();
      return go_on(answered);
    } catch (...) {
      answer_error(route, context->record, answered);
      return true;
    }
  };
}

void ApiRouter::check_open() const {
  if (is_draining_) throw service_stops();
  if (num_running_ > kMostRequests)
    throw ApiError(503, "unavailable", "there are too many requests; try again", 1);
}

/// Refuses work for pages of other origins, which could not read the response. Browsers set both
/// headers, and proxies need not know the service's name.
void ApiRouter::check_site(const HttpRequest& request) const {
  const std::string site = request.headers.get("Sec-Fetch-Site");
  const bool is_other = site == "cross-site" || site == "same-site";
  if (!is_other || is_for_reading(request) || origin_ == "*") return;
  if (!origin_.empty() && request.headers.get("Origin") == origin_) return;
  throw ApiError(403, "forbidden",
                 "pages of other origins may not call this service: start it with --cors ORIGIN");
}

void ApiRouter::answer_preflight(const std::string& methods, HttpResponse& response) const {
  response.status = 204;
  response.set_header("Access-Control-Allow-Methods", methods);
  response.set_header("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id");
  response.set_header("Access-Control-Max-Age", "600");
}

/// Sets an error in the format of the path's route.
void ApiRouter::set_error_of_path(const std::string& path, const ApiError& error,
                                  HttpResponse& response) const {
  const Route* route = find(path);
  set_error(response, error, route == nullptr ? error_json(error) : route->error_body(error));
}

/// `methods`: the methods of the path; "" if no route has the path.
void ApiRouter::answer_unknown(const HttpRequest& request, const std::string& methods,
                               HttpResponse& response) const {
  const bool is_missing = methods.empty() || (methods == kReading && is_for_reading(request));
  const ApiError error =
      is_missing ? ApiError(404, "not_found", "there is nothing under this path; see /openapi.json")
                 : ApiError(405, "method_not_allowed",
                            request.path + " is for " + methods + ", not for " + request.method);
  record_error(error, request.context->record);
  if (!is_missing) response.set_header("Allow", methods);
  set_error_of_path(request.path, error, response);
}

void ApiRouter::set_headers(HttpResponse& response) const {
  response.set_header("X-Content-Type-Options", "nosniff");
  if (origin_.empty()) return;
  response.set_header("Access-Control-Allow-Origin", origin_);
  response.set_header("Access-Control-Expose-Headers", "X-Request-Id, Retry-After");
  if (origin_ != "*") response.set_header("Vary", "Origin");
}

/// Returns the methods of a path; "" if no route has it.
std::string ApiRouter::allowed_methods(const std::string& path) const {
  if (const Route* route = find(path)) return route->method == "GET" ? kReading : route->method;
  return path.starts_with(kPage) ? kReading : "";
}

}  // namespace dragoman
