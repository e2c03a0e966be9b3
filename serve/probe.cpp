#include "serve/probe.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>

#include "serve/http/asio.h"

namespace dragoman {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using Socket = asio::generic::stream_protocol::socket;

constexpr std::chrono::seconds kTimeToAnswer{4};
constexpr std::chrono::milliseconds kBetweenProbes{200};
constexpr std::string_view kUnix = "unix:";

/// Replaces an address that means all interfaces by the loopback address.
std::string reachable(const std::string& host) {
  if (host == "0.0.0.0") return "127.0.0.1";
  return host == "::" ? "::1" : host;
}

std::string address_of(const ServiceSettings& settings) {
  if (!settings.listen.empty()) return settings.listen;
  const std::string host = reachable(settings.host);
  const std::string scheme = settings.certificate.empty() ? "http://" : "https://";
  const bool is_version_6 = host.find(':') != std::string::npos;
  return scheme + (is_version_6 ? "[" + host + "]" : host) + ":" + std::to_string(settings.port);
}

asio::awaitable<Socket> connect(const ServiceSettings& settings) {
  const auto executor = co_await asio::this_coro::executor;
  if (settings.listen.starts_with(kUnix)) {
    asio::local::stream_protocol::socket socket(executor);
    const asio::local::stream_protocol::endpoint path(settings.listen.substr(kUnix.size()));
    co_await socket.async_connect(path, asio::use_awaitable);
    co_return Socket(std::move(socket));
  }
  asio::ip::tcp::resolver resolver(executor);
  asio::ip::tcp::socket socket(executor);
  const auto addresses = co_await resolver.async_resolve(
      reachable(settings.host), std::to_string(settings.port), asio::use_awaitable);
  co_await asio::async_connect(socket, addresses, asio::use_awaitable);
  co_return Socket(std::move(socket));
}

/// Requests /readyz and returns the first line of the response.
template <class Stream>
asio::awaitable<std::string> ask(Stream& stream) {
  const std::string request =
      "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  co_await asio::async_write(stream, asio::buffer(request), asio::use_awaitable);
  std::string answer;
  const size_t size = co_await asio::async_read_until(stream, asio::dynamic_buffer(answer, 4096),
                                                      "\r\n", asio::use_awaitable);
  co_return answer.substr(0, size - 2);
}

/// Sets `problem` to what is wrong; "" if the service is ready.
asio::awaitable<void> probe(const ServiceSettings& settings, std::string& problem) {
  const std::string address = address_of(settings);
  std::optional<Socket> socket;
  problem = "no service listens at " + address + "; start it, or name its " +
            (settings.listen.empty() ? "--host and --port" : "--listen");
  socket.emplace(co_await connect(settings));
  problem = "the service does not answer: " + address + "; its log may tell why" +
            (settings.certificate.empty() ? ", or it has TLS: name its --certificate, too"
                                          : ", or it has no TLS: leave --certificate out");
  std::string status;
  if (settings.certificate.empty()) {
    status = co_await ask(*socket);
  } else {
    asio::ssl::context context(asio::ssl::context::tls_client);
    asio::ssl::stream<Socket&> stream(*socket, context);
    co_await stream.async_handshake(asio::ssl::stream_base::client, asio::use_awaitable);
    status = co_await ask(stream);
  }
  const bool is_ready = status.starts_with("HTTP/1.1 200");
  problem = is_ready ? ""
                     : "the service is not ready: " + address + "/readyz has status " +
                           status.substr(std::min<size_t>(9, status.size()), 3);
}

/// Returns what is wrong; "" if the service is ready.
std::string ask_whether_ready(const ServiceSettings& settings) {
  std::string problem;
  asio::io_context io;
  const auto fails = [](const std::exception_ptr&) {};  // `problem` names the failed step
  asio::co_spawn(io, probe(settings, problem), fails);
  io.run_for(kTimeToAnswer);
  return problem;
}

}  // namespace

void probe_service(const ServiceSettings& settings, double seconds) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::string problem;
  while (!(problem = ask_whether_ready(settings)).empty()) {
    if (Clock::now() >= end) throw std::runtime_error(problem);
    std::this_thread::sleep_for(kBetweenProbes);
  }
}

}  // namespace dragoman
