#include "serve/request_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/ascii.h"
#include "serve/api_error.h"
#include "serve/request_id.h"
#include "translate/translation_json.h"

namespace dragoman {
namespace {

constexpr size_t kLongestId = 64;
constexpr size_t kLongestPath = 200;   // bytes of the path in the log
constexpr size_t kLongestError = 500;  // bytes of the error in the log

bool is_sane(const std::string& id) {
  const auto fits = [](char c) {
    return is_ascii_alphanumeric(c) || c == '_' || c == '.' || c == '-';
  };
  return !id.empty() && id.size() <= kLongestId && std::all_of(id.begin(), id.end(), fits);
}

std::string id_of(const HttpRequest& request) {
  std::string id = request.headers.get("X-Request-Id");
  return is_sane(id) ? id : new_request_id();
}

std::string time_now() {
  const auto now = std::chrono::system_clock::now();
  const auto since = std::chrono::floor<std::chrono::milliseconds>(now.time_since_epoch());
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds), since.count() % 1000);
}

/// The size of a stream is unknown: null.
nlohmann::ordered_json size_of(const HttpResponse& response) {
  if (response.is_stream) return nullptr;
  return response.body.size();
}

}  // namespace

void RequestLog::set_id(const HttpRequest& request, HttpResponse& response) const {
  response.set_header("X-Request-Id", id_of(request));
}

void RequestLog::end(const HttpRequest& request, const HttpResponse& response, bool is_sent) const {
  RequestRecord& record = request.context->record;
  if (!is_sent && record.error.empty()) {
    record.error = "the client did not get the whole answer";
    record.late_error = kClientIsGone;
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - record.begin;
  nlohmann::ordered_json line;
  line["time"] = time_now();
  line["id"] = response.headers.get("X-Request-Id");
  line["client"] = request.client;
  line["method"] = request.method;
  line["path"] = request.path.substr(0, kLongestPath);
  line["status"] = response.status;
  line["milliseconds"] = std::round(time.count() * 1e6) / 1e3;
  line["bytes"] = size_of(response);
  line["sentences"] = record.sentences;
  if (!record.error.empty()) line["error"] = record.error.substr(0, kLongestError);
  if (!record.texts.empty()) line["texts"] = record.texts;
  if (!record.translations.empty()) line["translations"] = record.translations;
  log_->info("{}", json_text(line));
  metrics_.count_request(record.route.empty() ? "other" : record.route,
                         record.late_error > 0 ? record.late_error : response.status, time.count());
}

}  // namespace dragoman
