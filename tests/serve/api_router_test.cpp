#include "serve/api_router.h"

#include <deque>

#include "catch.h"

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

}  // namespace dragoman
