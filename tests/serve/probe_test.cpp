#include "serve/probe.h"

#include <future>

#include "running_http_server.h"
#include "running_service.h"

using namespace dragoman;

namespace {

ServiceSettings reached_at(int port, const std::string& host = "127.0.0.1") {
  ServiceSettings settings = quick_settings();
  settings.host = host;
  settings.port = port;
  return settings;
}

std::string failure_of_probe(const ServiceSettings& settings) {
  try {
    probe_service(settings, 0);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

std::string failure_of_probe(int port) { return failure_of_probe(reached_at(port)); }

}  // namespace

TEST_CASE("a probe of a service that takes requests succeeds, by whatever address it listens on") {
  RunningService running;
  const int port = running.service().port();
  CHECK(failure_of_probe(port).empty());
  CHECK_NOTHROW(probe_service(reached_at(port, "0.0.0.0"), 0));
  CHECK_NOTHROW(probe_service(reached_at(port, "localhost"), 0));
}

TEST_CASE("a probe of a service that has ended fails") {
  RunningService running;
  const int port = running.service().port();
  running.service().drain();
  CHECK_FALSE(failure_of_probe(port).empty());
}

TEST_CASE("a probe tells the address where no service listens, and the status that it got") {
  int port = 0;
  {
    RunningHttpServer other;
    port = other.port;
    CHECK_THAT(failure_of_probe(port), ContainsSubstring("/readyz has status 404"));
  }
  CHECK_THAT(failure_of_probe(port),
             ContainsSubstring("no service listens at http://127.0.0.1:" + std::to_string(port) +
                               "; start it, or name its --host and --port"));
  const RunningService without_tls;
  ServiceSettings with_tls = reached_at(without_tls.service().port());
  with_tls.certificate = "a file";
  CHECK_THAT(failure_of_probe(with_tls),
             ContainsSubstring("or it has no TLS: leave --certificate"));
  ServiceSettings at_socket = quick_settings();
  at_socket.listen = "unix:no-socket";
  CHECK(failure_of_probe(at_socket) ==
        "no service listens at unix:no-socket; start it, or name its --listen");
}

TEST_CASE("a probe waits for a service that is about to start") {
  int port = 0;
  { port = RunningHttpServer().port; }  // free
  auto probed = std::async([&] { probe_service(reached_at(port), 20); });
  ServiceSettings settings = quick_settings();
  settings.port = port;
  const RunningService running(settings);
  CHECK_NOTHROW(probed.get());
}
