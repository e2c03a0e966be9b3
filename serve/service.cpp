#include "serve/service.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <regex>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "io/ascii.h"

namespace dragoman {
namespace {

constexpr std::chrono::milliseconds kBetweenLooksAtRequests{10};
constexpr std::chrono::seconds kGraceForAnswers{
    1};                              // after the deadlines of requests, for their responses
constexpr size_t kOtherFiles = 100;  // files that a service has open besides its connections

void check_open_files(int64_t max_connections) {
  const size_t wanted = static_cast<size_t>(max_connections) + kOtherFiles;
  const size_t allowed = raise_open_files(wanted);
  if (allowed >= wanted) return;
  throw std::runtime_error("--max-connections is " + std::to_string(max_connections) +
                           ", but this process may have only " + std::to_string(allowed) +
                           " open files: allow " + std::to_string(wanted) +
                           " (ulimit -n), or name fewer connections");
}

/// True for scheme://host[:port], as browsers send it.
bool is_origin(const std::string& text) {
  static const std::regex kOrigin(
      R"([A-Za-z][A-Za-z0-9+.-]*://([A-Za-z0-9._-]+|\[[A-Fa-f0-9:.]+\])(:[0-9]{1,5})?)");
  return std::regex_match(text, kOrigin);
}

/// Returns an origin as browsers send it: in lower case, without the scheme's own port.
std::string as_browsers_send(const std::string& given) {
  std::string origin = to_ascii_lowercase(given);
  for (const auto& [scheme, port] : {std::pair{"http://", ":80"}, {"https://", ":443"}}) {
    if (origin.starts_with(scheme) && origin.ends_with(port))
      origin.resize(origin.size() - std::string_view(port).size());
  }
  return origin;
}

ServiceSettings checked(ServiceSettings settings) {
  if (!settings.run.empty() && !std::filesystem::is_directory(settings.run))
    throw std::invalid_argument(settings.run +
                                " is no folder; name that of a training run, or leave it out");
  if (settings.certificate.empty() != settings.key.empty())
    throw std::invalid_argument("TLS needs both --certificate and --key");
  if (!settings.cors.empty() && settings.cors != "*" && !is_origin(settings.cors))
    throw std::invalid_argument(
        "--cors must be * or an origin, as https://example.org, without a slash at its end");
  settings.cors = as_browsers_send(settings.cors);
  check_open_files(settings.max_connections);
  return settings;
}

std::unique_ptr<Certificate> certificate_of(const ServiceSettings& settings) {
  if (settings.certificate.empty()) return nullptr;
  return std::make_unique<Certificate>(settings.certificate, settings.key);
}

HttpLimits http_limits(const ServiceSettings& settings) {
  const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::duration<double>(settings.read_timeout));
  HttpLimits limits;
  limits.max_connections = static_cast<size_t>(settings.max_connections);
  limits.max_body = static_cast<size_t>(settings.max_body);
  limits.max_incoming = std::max(limits.max_incoming, 16 * limits.max_body);
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
          .num_clients = [&server] { return server.num_active(); }};
}

}  // namespace

Service::Service(const ServiceSettings& settings, const std::vector<std::string>& folders,
                 const TranslatorOptions& options, const Logger& log)
    : settings_(checked(settings)),
      log_(log),
      keys_(settings_.api_keys),
      certificate_(certificate_of(settings_)),
      listener_(settings_.listen, settings_.host, settings_.port),
      registry_(folders, settings.terminology, options, log),
      server_(http_limits(settings_), certificate_.get()),
      translator_(settings_, registry_, batcher_),
      batcher_(batch_limits(settings_, static_cast<int>(options.workers.value_or(1)), server_),
               metrics_),
      router_(service_routes(parts()), settings_.cors, RequestLog(log, metrics_), keys_,
              is_draining_) {}

Service::~Service() { server_.stop(); }

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

void Service::start() { server_.start(listener_, router_.handlers()); }

std::string Service::address() const {
  std::string all;
  for (const std::string& address : listener_.addresses()) {
    const bool is_unix = address.starts_with("unix:");
    const std::string scheme = certificate_ == nullptr ? "http://" : "https://";
    all += (all.empty() ? "" : " and ") + (is_unix ? "" : scheme) + address;
  }
  return all;
}

bool Service::reload() {
  const std::lock_guard lock(reload_mutex_);
  const bool has_certificate = reload_certificate();
  return registry_.reload() && has_certificate;
}

bool Service::reload_certificate() {
  if (certificate_ == nullptr) return true;
  try {
    certificate_->reload();
    log_->info("new connections get the certificate that is now in {}", settings_.certificate);
  } catch (const std::exception& error) {
    log_->error("the certificate stays as it was: {}", error.what());
    return false;
  }
  return true;
}

void Service::drain() {
  is_draining_ = true;
  server_.drain();
  const std::chrono::duration<double> time(settings_.timeout);
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(time) + kGraceForAnswers;
  while (router_.num_running() > 0 && Clock::now() < end)
    std::this_thread::sleep_for(kBetweenLooksAtRequests);
  server_.stop();
}

}  // namespace dragoman
