#include "serve/http/http_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "serve/certificate.h"
#include "serve/http/http_connection.h"

namespace dragoman {
namespace {

namespace asio = boost::asio;

constexpr int kThreads = 4;
constexpr std::chrono::milliseconds kShortageTime{20};
constexpr int kMostUnsent = 1 << 17;  // bytes of a response that the system holds unsent

using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

}  // namespace

class HttpServer::Core {
 public:
  Core(const HttpLimits& limits, const Certificate* certificate)
      : shared{limits, {}}, certificate_(certificate) {}
  ~Core() { stop(); }

  void start(Listener& listener, HttpHandlers handlers);
  void drain();
  void stop();

  HttpShared shared;

 private:
  Awaitable<void> accept_connections(Acceptor& acceptor);
  void take_connection(ClientStream::Socket socket);
  Awaitable<void> serve(std::shared_ptr<HttpConnection> connection, bool is_taken);

  void hold(std::shared_ptr<HttpConnection> connection);
  void close_acceptors();
  void wake_connections();

  const Certificate* certificate_;
  asio::io_context io_;
  std::vector<Acceptor> acceptors_;
  bool has_passed_sockets_ = false;
  std::mutex mutex_;  // guards connections_
  std::set<std::shared_ptr<HttpConnection>> connections_;
  std::vector<std::thread> threads_;
};

void HttpServer::Core::start(Listener& listener, HttpHandlers handlers) {
  shared.handlers = std::move(handlers);
  has_passed_sockets_ = listener.is_passed();
  for (Descriptor& socket : listener.listen()) {
    const asio::generic::stream_protocol protocol(family_of(socket.get()), 0);
    acceptors_.emplace_back(asio::make_strand(io_), protocol, socket.get());
    socket.release();  // the acceptor closes it from now on
  }
  for (Acceptor& acceptor : acceptors_)
    asio::co_spawn(acceptor.get_executor(), accept_connections(acceptor), asio::detached);
  for (int i = 0; i < kThreads; ++i) threads_.emplace_back([this] { io_.run(); });
}

/// New connections to passed sockets wait there for the next process.
void HttpServer::Core::drain() {
  if (has_passed_sockets_) close_acceptors();
  shared.drains = true;
  wake_connections();
}

void HttpServer::Core::close_acceptors() {
  for (Acceptor& acceptor : acceptors_)
    asio::post(acceptor.get_executor(), [&acceptor] { acceptor.close(); });
}

void HttpServer::Core::wake_connections() {
  const std::lock_guard lock(mutex_);
  for (const auto& connection : connections_) connection->wake();
}

void HttpServer::Core::stop() {
  if (threads_.empty()) return;
  close_acceptors();
  shared.drains = true;
  shared.stops = true;
  wake_connections();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

Awaitable<void> HttpServer::Core::accept_connections(Acceptor& acceptor) {
  asio::steady_timer timer(acceptor.get_executor());
  ErrorCode error;
  while (acceptor.is_open()) {
    ClientStream::Socket socket(asio::make_strand(io_));
    co_await acceptor.async_accept(socket, into(error));
    try {
      if (!error) take_connection(std::move(socket));
    } catch (const std::bad_alloc&) {
      error = asio::error::no_memory;
    }
    if (!error || !acceptor.is_open()) continue;
    // Usually too few file descriptors. The connection waits in the system's queue.
    timer.expires_after(kShortageTime);
    co_await timer.async_wait(into(error));
  }
}

void HttpServer::Core::take_connection(ClientStream::Socket socket) {
  ErrorCode ignored;  // Unix sockets support neither option
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  // Without this limit, clients on this machine must read megabytes until any progress shows.
  ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kMostUnsent,
               sizeof(kMostUnsent));
  const auto executor = socket.get_executor();
  const bool is_taken = shared.num_connections < shared.limits.max_connections;
  auto tls = certificate_ == nullptr ? nullptr : certificate_->context();
  const auto connection = std::make_shared<HttpConnection>(
      std::make_shared<ClientStream>(std::move(socket), std::move(tls)), shared);
  asio::co_spawn(executor, serve(connection, is_taken), asio::detached);
}

void HttpServer::Core::hold(std::shared_ptr<HttpConnection> connection) {
  const std::lock_guard lock(mutex_);
  connections_.insert(std::move(connection));
}

Awaitable<void> HttpServer::Core::serve(std::shared_ptr<HttpConnection> connection, bool is_taken) {
  try {
    hold(connection);
    if (is_taken) {
      co_await connection->serve();
    } else {
      co_await connection->turn_away();
    }
  } catch (const std::exception&) {
    // Handlers do not throw, so memory ran out. All that is left to do is to close the connection.
  }
  const std::lock_guard lock(mutex_);
  connections_.erase(connection);
}

HttpServer::HttpServer(const HttpLimits& limits, const Certificate* certificate)
    : core_(std::make_unique<Core>(limits, certificate)) {}

HttpServer::~HttpServer() = default;

void HttpServer::start(Listener& listener, HttpHandlers handlers) {
  core_->start(listener, std::move(handlers));
}

size_t HttpServer::num_connections() const { return core_->shared.num_connections; }

size_t HttpServer::num_active() const { return core_->shared.num_active; }

void HttpServer::drain() { core_->drain(); }

void HttpServer::stop() { core_->stop(); }

}  // namespace dragoman
