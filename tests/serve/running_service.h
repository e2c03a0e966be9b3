#pragma once

#include <httplib.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "catch.h"
#include "io/log.h"
#include "serve/service.h"
#include "tiny_models.h"

namespace dragoman {

using Json = nlohmann::ordered_json;

/// Keeps the lines that are logged.
class KeptLines : public spdlog::sinks::base_sink<std::mutex> {
 public:
  std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    text_.append(message.payload.begin(), message.payload.end()).append("\n");
  }
  void flush_() override {}

 private:
  std::string text_;
};

/// Settings for tests: sentences do not wait for others.
inline ServiceSettings quick_settings() {
  ServiceSettings settings;
  settings.port = 0;
  settings.max_wait_ms = 0;
  return settings;
}

/// A service that listens, with the translator "tiny" and the language model "tiny-lm".
class RunningService {
 public:
  explicit RunningService(const ServiceSettings& settings = quick_settings())
      : service_(settings, {tiny_translator(), tiny_language_model()},
                 TranslatorOptions{.threads = 1},
                 std::make_shared<spdlog::logger>("test", lines_)) {
    service_.start();
  }

  Service& service() { return service_; }
  const Service& service() const { return service_; }
  /// Waits for answers longer than httplib's 5 seconds: sanitizers and a busy machine need it.
  httplib::Client client() const {
    httplib::Client client("127.0.0.1", service_.port());
    client.set_read_timeout(std::chrono::minutes(5));
    return client;
  }
  std::string log_text() const { return lines_->text(); }

  /// The answer to a body of JSON.
  httplib::Response post(const std::string& path, const Json& body,
                         const httplib::Headers& headers = {}) const {
    return post_text(path, body.dump(), "application/json", headers);
  }
  httplib::Response post_text(const std::string& path, const std::string& body,
                              const std::string& type = "application/json",
                              const httplib::Headers& headers = {}) const {
    const httplib::Result result = client().Post(path, headers, body, type);
    REQUIRE(result);
    return *result;
  }
  httplib::Response get(const std::string& path, const httplib::Headers& headers = {}) const {
    const httplib::Result result = client().Get(path, headers);
    REQUIRE(result);
    return *result;
  }
  /// True if no worker has work.
  bool is_idle() const {
    return get("/metrics").body.find("\ndragoman_busy_workers 0\n") != std::string::npos;
  }

 private:
  std::shared_ptr<KeptLines> lines_ = std::make_shared<KeptLines>();
  Service service_;
};

/// The translation of a line by the served translator.
inline std::string translated(const std::string& line) {
  return served_translator()->translator().translate({line}).front();
}

inline Json json_of(const httplib::Response& response) {
  INFO(response.body);
  CHECK(response.get_header_value("Content-Type") == "application/json");
  return Json::parse(response.body);
}

/// Checks an error of the API.
inline void check_error(const httplib::Response& response, int status, const std::string& code) {
  INFO(response.body);
  CHECK(response.status == status);
  CHECK(json_of(response)["error"]["code"] == code);
  CHECK_FALSE(response.get_header_value("X-Request-Id").empty());
}

/// Waits until `holds`, for some seconds at most; what it said last.
template <class Condition>
bool eventually(const Condition& holds) {
  for (int i = 0; i < 1000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

/// A completion that goes on until it is stopped.
inline Json endless_completion() {
  return Json::parse(R"({"prompt": "a", "model": "tiny-lm",
      "options": {"beam": 1, "min_length": 100000000, "max_length": 100000000}})");
}

}  // namespace dragoman
