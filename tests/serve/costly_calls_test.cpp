#include <future>
#include <thread>

#include "running_service.h"

using namespace dragoman;

TEST_CASE("a search for protected parts that takes too long is ended, too") {
  ServiceSettings settings = quick_settings();
  settings.timeout = 0.3;
  const RunningService running(settings);
  Json expressions;
  for (int i = 0; i < 20; ++i) expressions.push_back("a(?:[^z]*z" + std::to_string(i) + ")?");
  for (const char* end : {"\nb.", ""}) {
    const Json body = {{"text", std::string(19990, 'a') + end},
                       {"options", {{"protect", expressions}}}};
    check_error(running.post("/v1/translate", body), 504, "timeout");
    CHECK(eventually([&] { return running.is_idle(); }));
  }
}

TEST_CASE("calls with terms, expressions and the like wait for a worker that checks them") {
  const RunningService running;
  httplib::Client hogs = running.client();
  std::thread busy(
      [&] { hogs.Post("/v1/complete", endless_completion().dump(), "application/json"); });
  const auto waits_for = [&](const std::string& sample) {
    return eventually([&] {
      return running.get("/metrics").body.find("\n" + sample + "\n") != std::string::npos;
    });
  };
  CHECK(waits_for("dragoman_busy_workers 1"));
  std::vector<std::future<httplib::Response>> answers;
  for (const Json& more :
       {Json{{"glossary", {{"abc", "X"}}}}, Json{{"phrases", {"X"}}},
        Json{{"protected_spans", {{0, 2}, {1, 3}}}}, Json{{"options", {{"protect", "("}}}}}) {
    for (const bool is_stream : {false, true}) {
      Json body = {{"text", "abc"}, {"stream", is_stream}};
      body.update(more);
      answers.push_back(std::async(std::launch::async, [&running, body] {
        return *running.client().Post("/v1/translate", body.dump(), "application/json");
      }));
    }
  }
  CHECK(waits_for("dragoman_queue_sentences 8"));
  hogs.stop();
  busy.join();
  for (auto& answer : answers) check_error(answer.get(), 400, "bad_request");
}
