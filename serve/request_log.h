#pragma once

#include "io/log.h"
#include "serve/http_message.h"
#include "serve/service_metrics.h"

namespace dragoman {

/// Gives each request an id, and records its outcome: one JSON object a line in the log, and the
/// metrics.
class RequestLog {
 public:
  RequestLog(Logger log, ServiceMetrics& metrics) : log_(std::move(log)), metrics_(metrics) {}

  /// Sets X-Request-Id; call it for every response.
  void set_id(const HttpRequest& request, HttpResponse& response) const;
  /// Records a request at the end of its response, which has its X-Request-Id. `is_sent`: the
  /// system has taken all of it. If false, and the request's record has no error, the client is to
  /// blame.
  void end(const HttpRequest& request, const HttpResponse& response, bool is_sent) const;

 private:
  Logger log_;
  ServiceMetrics& metrics_;
};

}  // namespace dragoman
