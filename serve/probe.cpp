#include "serve/probe.h"

#include <httplib.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace dragoman {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kSecondsToAnswer{4};
constexpr std::chrono::milliseconds kBetweenProbes{200};

/// Where to reach a service that listens on every address of the machine.
std::string reachable(const std::string& host) {
  if (host == "0.0.0.0") return "127.0.0.1";
  return host == "::" ? "::1" : host;
}

std::string url_of(const std::string& host, int port) {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return "http://" + (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port) + "/readyz";
}

/// Empty if the service is ready, else what is wrong.
std::string ask_whether_ready(const std::string& host, int port) {
  httplib::Client client(host, port);
  client.set_connection_timeout(kSecondsToAnswer);
  client.set_read_timeout(kSecondsToAnswer);
  const httplib::Result answer = client.Get("/readyz");
  const std::string url = url_of(host, port);
  if (answer.error() == httplib::Error::Connection)
    return "no service listens at " + url + "; start it, or name its --host and --port";
  if (!answer) return "the service does not answer: " + url + "; its log may tell why";
  if (answer->status == 200) return "";
  return "the service is not ready: " + url + " has status " + std::to_string(answer->status);
}

}  // namespace

void probe_service(const std::string& host, int port, double seconds) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::string problem;
  while (!(problem = ask_whether_ready(reachable(host), port)).empty()) {
    if (Clock::now() >= end) throw std::runtime_error(problem);
    std::this_thread::sleep_for(kBetweenProbes);
  }
}

}  // namespace dragoman
