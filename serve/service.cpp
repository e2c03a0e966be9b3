#include "serve/service.h"

#include <chrono>
#include <filesystem>
#include <stdexcept>

namespace dragoman {
namespace {

constexpr std::chrono::milliseconds kBetweenLooksAtRequests{10};
constexpr std::chrono::seconds kGraceForAnswers{
    1};  // beyond the deadlines of requests, to be answered

ServiceSettings checked(const ServiceSettings& settings) {
  if (!settings.run.empty() && !std::filesystem::is_directory(settings.run))
    throw std::invalid_argument(settings.run +
                                " is no folder; name that of a training run, or leave it out");
  return settings;
}

HttpServer::Limits http_limits(const ServiceSettings& settings) {
  const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::duration<double>(settings.read_timeout));
  HttpServer::Limits limits;
  limits.max_connections = static_cast<size_t>(settings.max_connections);
  limits.max_body = static_cast<size_t>(settings.max_body);
  limits.request_time = time;
  limits.idle_time = time;
  return limits;
}

Batcher::Limits batch_limits(const ServiceSettings& settings, int workers,
                             const HttpServer& server) {
  const auto wait = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::duration<double, std::milli>(settings.max_wait_ms));
  return {.workers = workers,
          .max_wait = wait,
          .max_batch = static_cast<size_t>(settings.max_batch),
          .max_queue = static_cast<size_t>(settings.max_queue),
          .num_clients = [&server] { return server.num_connections(); }};
}

}  // namespace

Service::Service(const ServiceSettings& settings, const std::vector<std::string>& folders,
                 const TranslatorOptions& options, const Logger& log)
    : settings_(checked(settings)),
      keys_(settings_.api_keys),
      registry_(folders, settings.terminology, options, log),
      server_(http_limits(settings_)),
      batcher_(batch_limits(settings_, options.workers, server_), metrics_),
      translator_(settings_, registry_, batcher_),
      router_(service_routes(parts()), settings_.cors, RequestLog(log, metrics_), keys_,
              is_draining_) {
  router_.attach_to(server_);
}

Service::~Service() { stop(); }

ServiceParts Service::parts() {
  return {.settings = settings_,
          .registry = registry_,
          .keys = keys_,
          .batcher = batcher_,
          .translator = translator_,
          .metrics = metrics_,
          .is_draining = is_draining_,
          .num_connections = [this] { return server_.num_connections(); }};
}

void Service::start() {
  const auto wanted = static_cast<int>(settings_.port);
  if (wanted == 0) {
    port_ = server_.bind_to_any_port(settings_.host);
  } else {
    port_ = server_.bind_to_port(settings_.host, wanted) ? wanted : -1;
  }
  if (port_ < 0) {
    throw std::runtime_error("cannot listen on " + settings_.host + ":" + std::to_string(wanted) +
                             ": is another program there already? name another --port, and as "
                             "--host an address of this machine");
  }
  listener_ = std::thread([this] { server_.listen_after_bind(); });
}

std::string Service::address() const {
  const bool is_version_6 = settings_.host.find(':') != std::string::npos;
  const std::string host = is_version_6 ? "[" + settings_.host + "]" : settings_.host;
  return "http://" + host + ":" + std::to_string(port_);
}

bool Service::reload() {
  const std::lock_guard lock(reload_mutex_);
  return registry_.reload();
}

void Service::drain() {
  is_draining_ = true;
  server_.drain();
  const std::chrono::duration<double> time(settings_.timeout);
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(time) + kGraceForAnswers;
  while (router_.num_running() > 0 && Clock::now() < end)
    std::this_thread::sleep_for(kBetweenLooksAtRequests);
  stop();
}

void Service::stop() {
  if (!listener_.joinable()) return;
  server_.stop();
  listener_.join();
}

}  // namespace dragoman
