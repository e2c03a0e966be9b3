#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "io/log.h"
#include "serve/api_keys.h"
#include "serve/api_router.h"
#include "serve/batcher.h"
#include "serve/certificate.h"
#include "serve/http/http_server.h"
#include "serve/listener.h"
#include "serve/model_registry.h"
#include "serve/service_metrics.h"
#include "serve/service_routes.h"
#include "serve/service_settings.h"
#include "serve/text_translation.h"

namespace dragoman {

/// An HTTP service for model folders, with a page.
class Service {
 public:
  /// Binds the address, then opens `folders` (called as in ModelRegistry) for options.workers
  /// translating threads (default: one). Throws std::invalid_argument and std::runtime_error.
  Service(const ServiceSettings& settings, const std::vector<std::string>& folders,
          const TranslatorOptions& options, const Logger& log);
  /// Ends at once, unless drain() has ended it.
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// Starts listening in its own threads. Throws std::runtime_error if another program has taken
  /// the address.
  void start();
  int port() const { return listener_.port(); }
  /// Such as "http://127.0.0.1:8080", "unix:/run/dragoman.sock"; with " and " between several.
  std::string address() const;
  /// Opens all folders and the certificate again while requests run. Keeps the old models or
  /// certificate if theirs cannot be opened, and then returns false.
  bool reload();
  /// Refuses new requests, waits for running ones (at most settings.timeout), and ends.
  void drain();

 private:
  ServiceParts parts();
  bool reload_certificate();

  ServiceSettings settings_;
  Logger log_;
  ApiKeys keys_;
  std::unique_ptr<Certificate> certificate_;
  Listener listener_;
  ModelRegistry registry_;
  ServiceMetrics metrics_;
  HttpServer server_;
  TextTranslator translator_;  // before the batcher, whose threads use it
  Batcher batcher_;
  std::atomic<bool> is_draining_ = false;
  ApiRouter router_;
  std::mutex reload_mutex_;
};

}  // namespace dragoman
