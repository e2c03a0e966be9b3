#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "io/log.h"
#include "serve/api_keys.h"
#include "serve/api_router.h"
#include "serve/batcher.h"
#include "serve/http_server.h"
#include "serve/model_registry.h"
#include "serve/service_metrics.h"
#include "serve/service_routes.h"
#include "serve/service_settings.h"
#include "serve/text_translation.h"

namespace dragoman {

/// Model folders as a service over HTTP, with a page.
class Service {
 public:
  /// Opens `folders` (as ModelRegistry names them) for options.workers threads that translate.
  /// Throws std::invalid_argument and std::runtime_error saying what is wrong.
  Service(const ServiceSettings& settings, const std::vector<std::string>& folders,
          const TranslatorOptions& options, const Logger& log);
  /// Ends at once, if it was not drained.
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// Listens, in threads of its own. Throws std::runtime_error if the address cannot be taken.
  void start();
  int port() const { return port_; }
  /// "http://127.0.0.1:8080"
  std::string address() const;
  /// Opens all folders anew, while requests go on; false if that fails, and all stays as it was.
  bool reload();
  /// Refuses new requests, waits for those that run (at most settings.timeout), and ends.
  void drain();

 private:
  ServiceParts parts();
  void stop();

  ServiceSettings settings_;
  ApiKeys keys_;
  ModelRegistry registry_;
  ServiceMetrics metrics_;
  HttpServer server_;
  Batcher batcher_;
  TextTranslator translator_;
  std::atomic<bool> is_draining_ = false;
  ApiRouter router_;
  int port_ = 0;
  std::mutex reload_mutex_;
  std::thread listener_;
};

}  // namespace dragoman
