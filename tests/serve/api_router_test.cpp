#include "serve/api_router.h"

#include <deque>

#include "catch.h"
#include "metric_value.h"
#include "running_service.h"

namespace dragoman {

TEST_CASE("many requests that wait keep further ones from work, but not from health") {
  const auto wait = [](const HttpRequest&, HttpResponse& response) {
    response.go_on = [](HttpResponse&) { return false; };
  };
  const auto health = [](const HttpRequest&, HttpResponse&) {};
  const ApiKeys keys("");
  const std::atomic<bool> is_draining = false;
  ServiceMetrics metrics;
  ApiRouter router({{.method = "GET", .path = "/work", .answer = wait},
                    {.method = "GET", .path = "/health", .answer = health, .is_always_open = true}},
                   "", RequestLog(make_null_logger(), metrics), keys, is_draining);
  const HttpHandlers handlers = router.handlers();
  const auto status_of_request = [&](const std::string& path) {
    HttpRequest request;
    HttpResponse response;
    request.method = "GET";
    request.path = path;
    handlers.answer(request, response);
    return response.status;
  };
  std::deque<HttpRequest> waiting(1024);
  for (HttpRequest& request : waiting) {
    HttpResponse response;
    request.method = "GET";
    request.path = "/work";
    handlers.answer(request, response);
    REQUIRE(response.status == 200);
  }
  CHECK(status_of_request("/work") == 503);
  CHECK(status_of_request("/health") == 200);
  waiting.pop_back();
  CHECK(status_of_request("/work") == 200);
}

TEST_CASE("an answer that the client did not get is an error in the log and the metrics") {
  const ApiKeys keys("");
  const std::atomic<bool> is_draining = false;
  ServiceMetrics metrics;
  const auto lines = std::make_shared<KeptLines>();
  ApiRouter router(
      {{.method = "GET", .path = "/work", .answer = [](const HttpRequest&, HttpResponse&) {}}}, "",
      RequestLog(std::make_shared<spdlog::logger>("test", lines), metrics), keys, is_draining);
  const HttpHandlers handlers = router.handlers();
  for (const bool is_sent : {true, false}) {
    HttpRequest request;
    HttpResponse response;
    request.method = "GET";
    request.path = "/work";
    handlers.answer(request, response);
    handlers.end(request, response, is_sent);
    const bool has_error =
        lines->text().find("the client did not get the whole answer") != std::string::npos;
    CHECK(has_error == !is_sent);
  }
  const std::string requests = R"(dragoman_requests_total{route="/work",status=)";
  CHECK(metric_value(metrics, requests + "\"200\"}") == 1);
  CHECK(metric_value(metrics, requests + "\"499\"}") == 1);
}

}  // namespace dragoman
