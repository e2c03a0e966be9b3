#pragma once

#include "io/log.h"
#include "serve/api_error.h"
#include "serve/http_message.h"
#include "serve/service_metrics.h"

namespace dragoman {

/// Gives each request an id, and writes what became of it: one JSON object a line, and the metrics.
class RequestLog {
 public:
  RequestLog(Logger log, ServiceMetrics& metrics) : log_(std::move(log)), metrics_(metrics) {}

  /// X-Request-Id, for every response.
  void set_id(const HttpRequest& request, HttpResponse& response) const;
  /// Of a request whose response is complete, with its X-Request-Id.
  void end(const HttpRequest& request, const HttpResponse& response) const;
  /// Of a request that was refused before it was understood.
  void refused(const ApiError& error) const;

 private:
  Logger log_;
  ServiceMetrics& metrics_;
};

}  // namespace dragoman
