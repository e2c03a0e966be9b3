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

/// Model folders as a service over HTTP, with a page.
class Service {
 public:
  /// Takes its address, then opens `folders` (as ModelRegistry names them) for options.workers
  /// threads that translate. Throws std::invalid_argument and std::runtime_error saying what is
  /// wrong.
  Service(const ServiceSettings& settings, const std::vector<std::string>& folders,
          const TranslatorOptions& options, const Logger& log);
  /// Ends at once, if it was not drained.
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// Listens, in threads of its own. Throws std::runtime_error if the address was taken meanwhile.
  void start();
  int port() const { return listener_.port(); }
  /// "http://127.0.0.1:8080", "unix:/run/dragoman.sock"
  std::string address() const;
  /// Opens all folders, and the certificate, anew, while requests go on; false if one of these
  /// fails, and stays as it was.
  bool reload();
  /// Refuses new requests, waits for those that run (at most settings.timeout), and ends.
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
  Batcher batcher_;
  TextTranslator translator_;
  std::atomic<bool> is_draining_ = false;
  ApiRouter router_;
  std::mutex reload_mutex_;
};

}  // namespace dragoman
