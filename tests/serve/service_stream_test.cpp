#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <sstream>

#include "running_service.h"

using namespace dragoman;

namespace {

struct Event {
  std::string name;
  Json data;
};

/// The events of a body. Comments are none.
std::vector<Event> events_of(const std::string& body) {
  std::vector<Event> events;
  std::istringstream lines(body);
  std::string name;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("event: ")) name = line.substr(7);
    if (line.starts_with("data: ")) events.push_back({name, Json::parse(line.substr(6))});
  }
  return events;
}

/// Sends a body, and gives each piece of the answer to `on_data` until that says false.
httplib::Result stream(const RunningService& running, const std::string& path, const Json& body,
                       const std::function<bool(const std::string&)>& on_data) {
  httplib::Request request;
  request.method = "POST";
  request.path = path;
  request.body = body.dump();
  request.set_header("Content-Type", "application/json");
  request.content_receiver = [&](const char* data, size_t size, uint64_t, uint64_t) {
    return on_data(std::string(data, size));
  };
  httplib::Client client = running.client();
  return client.send(request);
}

}  // namespace

TEST_CASE("a streamed translation comes in parts, and at the end as a whole") {
  const RunningService running;
  Json body = {{"text", "abcd. Efgh."}};
  const Json whole = json_of(running.post("/v1/translate", body));
  body["stream"] = true;
  const httplib::Response response = running.post("/v1/translate", body);
  CHECK(response.status == 200);
  CHECK(response.get_header_value("Content-Type") == "text/event-stream; charset=utf-8");
  const std::vector<Event> events = events_of(response.body);
  REQUIRE_FALSE(events.empty());
  CHECK(events.back().name == "done");
  CHECK(events.back().data["translations"] == whole["translations"]);
  for (size_t i = 0; i + 1 < events.size(); ++i) {
    CHECK(events[i].name == "partial");
    CHECK(events[i].data["text"] == 0);
    CHECK(events[i].data["sentence"].get<size_t>() < 2);
    CHECK(events[i].data["partial"].is_string());
  }
}

TEST_CASE("a streamed translation with terms comes as another does") {
  const RunningService running;
  Json body = {{"text", "ab. Cd ab."}, {"glossary", {{"cd", "hh"}}}};
  const Json whole = json_of(running.post("/v1/translate", body));
  body["stream"] = true;
  const httplib::Response response = running.post("/v1/translate", body);
  CHECK(response.status == 200);
  CHECK(response.get_header_value("Content-Type") == "text/event-stream; charset=utf-8");
  CHECK(response.get_header_value("Cache-Control") == "no-store");
  CHECK_FALSE(response.get_header_value("X-Request-Id").empty());
  const std::vector<Event> events = events_of(response.body);
  REQUIRE_FALSE(events.empty());
  CHECK(events.back().name == "done");
  CHECK(events.back().data["translations"] == whole["translations"]);
}

TEST_CASE("the pieces of a streamed completion are its text") {
  const RunningService running;
  const httplib::Response response = running.post(
      "/v1/complete", Json::parse(R"({"prompt": "ab", "model": "tiny-lm", "stream": true,
          "options": {"samples": 1, "min_length": 10, "max_length": 20}})"));
  const std::vector<Event> events = events_of(response.body);
  REQUIRE(events.size() > 1);
  std::string text;
  for (size_t i = 0; i + 1 < events.size(); ++i) text += events[i].data["text"].get<std::string>();
  REQUIRE(events.back().name == "done");
  CHECK(events.back().data["completions"][0][0]["text"] == text);
}

TEST_CASE("an invalid streamed call is a plain error, a later failure an event") {
  const RunningService running;
  check_error(running.post("/v1/translate", {{"text", 1}, {"stream", true}}), 400, "bad_request");
  Json several = Json::parse(R"({"prompt": ["a", "b"], "model": "tiny-lm", "stream": true})");
  check_error(running.post("/v1/complete", several), 400, "bad_request");
  for (const char* body :
       {R"({"text": "<b>ab</b>", "stream": true, "options": {"markup": "html"}})",
        R"({"text": "ab", "stream": true, "options": {"document": "po"}})",
        R"({"text": "ab", "stream": true, "options": {"protect": "[0-9]+"}})",
        R"({"text": "ab", "stream": true, "protected_spans": [[0, 1]]})"}) {
    const httplib::Response refused = running.post_text("/v1/translate", body);
    check_error(refused, 400, "bad_request");
    CHECK_THAT(refused.body, ContainsSubstring("stream is for plain text"));
    CHECK_THAT(refused.body, ContainsSubstring("if the model folder sets one, send"));
  }
  ServiceSettings settings = quick_settings();
  settings.timeout = 0.3;
  const RunningService hasty(settings);
  Json endless = endless_completion();
  endless["stream"] = true;
  const std::vector<Event> events = events_of(hasty.post("/v1/complete", endless).body);
  REQUIRE_FALSE(events.empty());
  CHECK(events.back().name == "error");
  CHECK(events.back().data["error"]["code"] == "timeout");
  const std::string counted =
      "\ndragoman_requests_total{route=\"/v1/complete\",status=\"504\"} 1\n";
  CHECK(eventually([&] { return hasty.get("/metrics").body.find(counted) != std::string::npos; }));
}

TEST_CASE("work ends when its client goes away") {
  const RunningService running;
  Json endless = endless_completion();
  endless["stream"] = true;
  stream(running, "/v1/complete", endless, [](const std::string&) { return false; });
  CHECK(eventually([&] { return running.is_idle(); }));
}

TEST_CASE("a service that ends at once answers a waiting request, with its id") {
  auto running = std::make_unique<RunningService>();
  httplib::Client client = running->client();
  std::optional<httplib::Result> result;
  std::thread asking([&] {
    result = client.Post("/v1/complete", {{"X-Request-Id", "waits"}}, endless_completion().dump(),
                         "application/json");
  });
  CHECK(eventually([&] {
    return running->get("/metrics").body.find("\ndragoman_busy_workers 1\n") != std::string::npos;
  }));
  running.reset();
  asking.join();
  REQUIRE(*result);
  check_error(**result, 503, "unavailable");
  CHECK((*result)->get_header_value("X-Request-Id") == "waits");
}

TEST_CASE("a draining service finishes running requests, and refuses new ones") {
  ServiceSettings settings = quick_settings();
  settings.timeout = 2;
  RunningService running(settings);
  Json endless = endless_completion();
  endless["stream"] = true;
  std::promise<void> begins;
  std::string body;
  std::thread asking([&] {
    stream(running, "/v1/complete", endless, [&](const std::string& data) {
      if (body.empty()) begins.set_value();
      body += data;
      return true;
    });
  });
  begins.get_future().wait();
  std::thread draining([&] { running.service().drain(); });
  CHECK(eventually([&] { return running.get("/readyz").status == 503; }));
  const httplib::Response refused = running.post("/v1/translate", {{"text", "a"}});
  check_error(refused, 503, "unavailable");
  CHECK(running.get("/healthz").status == 200);
  draining.join();
  asking.join();
  REQUIRE_FALSE(events_of(body).empty());
  CHECK(events_of(body).back().name == "error");  // its time was over, and it was told so
  CHECK_FALSE(running.client().Get("/healthz"));
}
