#include "serve/api_response.h"

#include "translate/translation_json.h"

namespace dragoman {

using nlohmann::ordered_json;

void set_json(HttpResponse& response, const ordered_json& json) {
  response.set_content(json_text(json), "application/json");
}

ordered_json error_json(const ApiError& error) {
  ordered_json json;
  json["error"]["code"] = error.code();
  json["error"]["message"] = error.what();
  return json;
}

void record_error(const ApiError& error, RequestRecord& record) {
  record.error = error.status() == 400 ? error.code() : error.what();
}

ApiError as_api_error(const std::exception_ptr& error, RequestRecord& record) {
  std::string reason = "unknown";
  try {
    std::rethrow_exception(error);
  } catch (const ApiError& known) {
    record_error(known, record);
    return known;
  } catch (const std::exception& unknown) {
    reason = unknown.what();
  } catch (...) {
  }
  record.error = reason.substr(0, reason.find('\n'));  // the rest is a trace
  return {500, "internal",
          "something went wrong in the service; its log has more under this request's id"};
}

void set_error(HttpResponse& response, const ApiError& error, const ordered_json& body) {
  response.status = error.status();
  if (error.retry_after() > 0)
    response.set_header("Retry-After", std::to_string(error.retry_after()));
  if (error.status() == 401) response.set_header("WWW-Authenticate", "Bearer");
  set_json(response, body);
}

void set_error(HttpResponse& response, const ApiError& error) {
  set_error(response, error, error_json(error));
}

}  // namespace dragoman
