#include "serve/service_routes.h"

#include "serve/attention_route.h"
#include "serve/complete_route.h"
#include "serve/libretranslate_routes.h"
#include "serve/models_route.h"
#include "serve/page_routes.h"
#include "serve/training_route.h"
#include "serve/translate_route.h"

namespace dragoman {
namespace {

using Answer = decltype(Route::answer);

Route get(const std::string& path, Answer answer) {
  return {.method = "GET", .path = path, .answer = std::move(answer)};
}

Route post(const std::string& path, Answer answer) {
  return {.method = "POST", .path = path, .answer = std::move(answer)};
}

Answer answer_with(const ServiceParts& parts,
                   void (*answer)(const ServiceParts&, const HttpRequest&, HttpResponse&)) {
  return [parts, answer](const HttpRequest& request, HttpResponse& response) {
    answer(parts, request, response);
  };
}

/// For monitoring: needs no key, and answers until the service has ended. New connections to passed
/// sockets wait for the next process as soon as the service drains.
Route open_to_all(Route route) {
  route.needs_key = false;
  route.is_always_open = true;
  return route;
}

void answer_status(const char* status, HttpResponse& response) {
  nlohmann::ordered_json json;
  json["status"] = status;
  set_json(response, json);
}

std::vector<Route> state_routes(const ServiceParts& parts) {
  const auto healthz = [](const HttpRequest&, HttpResponse& response) {
    answer_status("ok", response);
  };
  const auto readyz = [&is_draining = parts.is_draining](const HttpRequest&,
                                                         HttpResponse& response) {
    if (is_draining) throw service_stops();
    answer_status("ready", response);
  };
  const auto metrics = [parts](const HttpRequest&, HttpResponse& response) {
    parts.metrics.connections = static_cast<int64_t>(parts.num_connections());
    response.set_content(parts.metrics.text(), "text/plain; version=0.0.4; charset=utf-8");
  };
  Route counts = get("/metrics", metrics);
  counts.is_always_open = true;
  return {open_to_all(get("/healthz", healthz)), open_to_all(get("/readyz", readyz)), counts};
}

std::vector<Route> model_routes(const ServiceParts& parts) {
  const auto models = [parts](const HttpRequest&, HttpResponse& response) {
    answer_models(parts.registry, parts.settings, response);
  };
  return {post("/v1/translate", answer_with(parts, answer_translate)),
          post("/v1/complete", answer_with(parts, answer_complete)),
          post("/v1/attention", answer_with(parts, answer_attention)), get("/v1/models", models),
          get("/v1/training", TrainingRoute(parts.settings.run))};
}

std::vector<Route> libretranslate_routes(const ServiceParts& parts) {
  Route translate = post("/translate", answer_with(parts, answer_libretranslate));
  translate.needs_key = false;  // the route checks the key itself
  translate.error_body = libretranslate_error;
  Route languages =
      get("/languages", [&registry = parts.registry](const HttpRequest&, HttpResponse& response) {
        answer_languages(registry, response);
      });
  languages.needs_key = false;  // as in LibreTranslate, whose clients send none there
  languages.error_body = libretranslate_error;
  Route detect = post("/detect", answer_with(parts, answer_detect));
  detect.needs_key = false;  // the route checks the key itself
  detect.error_body = libretranslate_error;
  return {translate, detect, languages};
}

}  // namespace

std::vector<Route> service_routes(const ServiceParts& parts) {
  std::vector<Route> routes = model_routes(parts);
  for (const auto& more : {libretranslate_routes(parts), state_routes(parts), page_routes()})
    routes.insert(routes.end(), more.begin(), more.end());
  return routes;
}

}  // namespace dragoman
