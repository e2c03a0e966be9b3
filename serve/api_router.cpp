#include "serve/api_router.h"

namespace dragoman {
namespace {

using HandlerResponse = httplib::Server::HandlerResponse;

constexpr const char* kReading = "GET, HEAD";
constexpr const char* kPage = "/page/";  // many files, of which a client may name any

/// What the metrics call a path: no more names than there are routes.
std::string route_name(const std::string& path) { return path.starts_with(kPage) ? kPage : path; }

bool is_one_of(const std::string& method, const std::string& methods) {
  return (", " + methods + ",").find(" " + method + ",") != std::string::npos;
}

/// The record of a request that httplib has understood.
RequestRecord& record_of(const httplib::Request& request) { return context_of(request)->record; }

/// A regular expression, as httplib asks for, that means these characters.
std::string as_pattern(const std::string& path) {
  std::string pattern;
  for (const char c : path) {
    if (c == '.') pattern += '\\';
    pattern += c;
  }
  return pattern;
}

/// What httplib itself refuses, by its status.
ApiError refusal(int status) {
  switch (status) {
    case 404:
      return {404, "not_found", "there is nothing under this path; see /openapi.json"};
    case 413:
      return {413, "body_too_large", "the body is too large"};
    case 414:
      return {414, "path_too_long", "the path of the request is too long"};
    default:
      return {400, "bad_request", "this is no request that the service understands"};
  }
}

}  // namespace

ApiRouter::ApiRouter(std::vector<Route> routes, std::string origin, RequestLog log,
                     const ApiKeys& keys, const std::atomic<bool>& is_draining)
    : routes_(std::move(routes)),
      origin_(std::move(origin)),
      log_(std::move(log)),
      keys_(keys),
      is_draining_(is_draining) {}

void ApiRouter::attach_to(HttpServer& server) {
  for (const Route& route : routes_) add_route(route, server);
  server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response&) {
    context_of(request)->running.emplace(num_running_);
    return HandlerResponse::Unhandled;
  });
  server.set_error_handler(httplib::Server::HandlerWithResponse(
      [this](const auto& request, auto& response) { return explain(request, response); }));
  server.set_exception_handler(
      [](const auto& request, auto& response, const std::exception_ptr& error) {
        set_error(response, as_api_error(error, record_of(request)));
      });
  server.set_post_routing_handler(
      [this](const auto& request, auto& response) { set_headers(request, response); });
  server.set_logger([this](const auto& request, const auto& response) { log(request, response); });
  server.set_refusal_handler([this](const ApiError& error) { log_.refused(error); });
}

void ApiRouter::add_route(const Route& route, HttpServer& server) {
  const std::string pattern = as_pattern(route.path);
  if (route.method == "POST") {
    server.Post(pattern,
                [this, &route](const httplib::Request& request, httplib::Response& response,
                               const httplib::ContentReader& content) {
                  answer(route, request, &content, response);
                });
  } else {
    server.Get(pattern,
               [this, &route](const httplib::Request& request, httplib::Response& response) {
                 answer(route, request, nullptr, response);
               });
  }
  if (origin_.empty()) return;
  server.Options(pattern, [this, &route](const auto& request, httplib::Response& response) {
    record_of(request).route = route.path;
    answer_preflight(route.path, response);
  });
}

void ApiRouter::answer(const Route& route, const httplib::Request& http,
                       const httplib::ContentReader* content, httplib::Response& response) const {
  RequestRecord& record = record_of(http);
  record.route = route_name(route.path);
  try {
    const ApiRequest request =
        content == nullptr ? ApiRequest{http, context_of(http)} : read_request(http, *content);
    if (is_draining_ && route.ends_first)
      throw ApiError(503, "unavailable", "the service is stopping", 1);
    if (route.needs_key) keys_.check(http);
    route.answer(request, response);
  } catch (...) {
    const ApiError error = as_api_error(std::current_exception(), record);
    set_error(response, error, route.error_body(error));
  }
}

void ApiRouter::answer_preflight(const std::string& path, httplib::Response& response) const {
  response.status = 204;
  response.set_header("Access-Control-Allow-Methods", allowed_methods(path));
  response.set_header("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id");
  response.set_header("Access-Control-Max-Age", "600");
}

void ApiRouter::set_headers(const httplib::Request& request, httplib::Response& response) const {
  log_.set_id(request, response);
  response.set_header("X-Content-Type-Options", "nosniff");
  if (origin_.empty()) return;
  response.set_header("Access-Control-Allow-Origin", origin_);
  response.set_header("Access-Control-Expose-Headers", "X-Request-Id, Retry-After");
  if (origin_ != "*") response.set_header("Vary", "Origin");
}

/// Gives a body to errors that no route has answered.
HandlerResponse ApiRouter::explain(const httplib::Request& request,
                                   httplib::Response& response) const {
  if (!response.body.empty() || response.content_provider_) return HandlerResponse::Unhandled;
  const bool is_understood = context_of(request) != nullptr;
  const std::string methods = is_understood ? allowed_methods(request.path) : "";
  const int status = response.status;
  if (status == 413 || !is_understood) {
    set_error(response, refusal(status));
  } else if (methods.empty() || is_one_of(request.method, methods)) {
    set_error(response, refusal(404));
  } else {
    record_of(request).route = route_name(request.path);
    response.set_header("Allow", methods);
    set_error(response, {405, "method_not_allowed",
                         request.path + " is for " + methods + ", not for " + request.method});
  }
  return HandlerResponse::Handled;
}

void ApiRouter::log(const httplib::Request& request, const httplib::Response& response) const {
  const auto context = context_of(request);
  const RequestRecord unknown;
  log_.end(request, response, context == nullptr ? unknown : context->record);
}

/// "" for a path that nothing is under.
std::string ApiRouter::allowed_methods(const std::string& path) const {
  for (const Route& route : routes_) {
    if (route.path == path) return route.method == "GET" ? kReading : route.method;
  }
  return path.starts_with(kPage) ? kReading : "";
}

}  // namespace dragoman
