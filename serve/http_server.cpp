#include "serve/http_server.h"

#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "serve/http_stream.h"

namespace dragoman {
namespace {

constexpr size_t kMaxRequests = 10000;  // of a connection
constexpr int kMaxAcceptedTogether = 64;
constexpr int kSweepMilliseconds = 50;
constexpr int kShortageMilliseconds = 20;
// For a new connection that is still silent when the server drains: its request may be on its way.
constexpr std::chrono::milliseconds kGraceForSilence{500};

// httplib::Request has no member for its user's data. Its response_handler is for clients only, so
// a server's request can carry the context there.
struct ContextCarrier {
  std::shared_ptr<RequestContext> context;
  bool operator()(const httplib::Response&) const { return true; }
};

void attach_context(HttpStream& stream, httplib::Request& request) {
  auto context = std::make_shared<RequestContext>();
  context->client_is_gone = [&stream] { return stream.client_is_gone(); };
  request.response_handler = ContextCarrier{std::move(context)};
}

void turn_on(int descriptor, int level, int option) {
  const int yes = 1;
  ::setsockopt(descriptor, level, option, &yes, sizeof(yes));
}

}  // namespace

HttpServer::HttpServer(const Limits& limits) : limits_(limits), threads_(limits.max_connections) {
  // httplib would let a second server take the same port, and share its connections.
  set_socket_options([](socket_t listener) { turn_on(listener, SOL_SOCKET, SO_REUSEADDR); });
  // httplib only tells clients these two.
  set_keep_alive_max_count(kMaxRequests);
  set_keep_alive_timeout(
      std::chrono::duration_cast<std::chrono::seconds>(limits.idle_time).count());
}

HttpServer::~HttpServer() {
  const int listener = svr_sock_;
  if (listener != INVALID_SOCKET) ::close(listener);
}

bool HttpServer::listen_after_bind() {
  const int listener = svr_sock_;
  // httplib lets five connections wait to be accepted.
  if (listener == INVALID_SOCKET || ::listen(listener, SOMAXCONN) != 0) return false;
  ::fcntl(listener, F_SETFL, ::fcntl(listener, F_GETFL) | O_NONBLOCK);
  is_listening_ = true;
  while (!stops_.is_set()) {
    wait_for_connections(listener);
    accept_connections(listener);
    refused_.sweep();
  }
  svr_sock_ = INVALID_SOCKET;  // httplib ends streamed responses when it sees this
  ::close(listener);
  refused_.clear();
  threads_.join();
  is_listening_ = false;
  return true;
}

void HttpServer::stop() {
  drains_.set();
  stops_.set();
}

void HttpServer::wait_for_connections(int listener) const {
  std::array<pollfd, 2> ends = {pollfd{listener, POLLIN, 0},
                                pollfd{stops_.descriptor(), POLLIN, 0}};
  ::poll(ends.data(), ends.size(), refused_.empty() ? -1 : kSweepMilliseconds);
}

void HttpServer::accept_connections(int listener) {
  for (int i = 0; i < kMaxAcceptedTogether && !stops_.is_set(); ++i) {
    const int descriptor = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor >= 0) {
      take_connection(descriptor);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != ECONNABORTED && errno != EINTR) {
      // Mostly a shortage of descriptors or memory. The connection waits in the system's queue.
      refused_.clear();
      pollfd end{stops_.descriptor(), POLLIN, 0};
      ::poll(&end, 1, kShortageMilliseconds);
      return;
    }
  }
}

void HttpServer::take_connection(int descriptor) {
  turn_on(descriptor, IPPROTO_TCP, TCP_NODELAY);
  if (threads_.run([this, descriptor] { process_and_close_socket(descriptor); })) return;
  const ApiError error(503, "unavailable", "there are too many connections; try again", 1);
  tell_refusal(error);
  refused_.refuse(descriptor, error);
}

bool HttpServer::process_and_close_socket(socket_t descriptor) {
  const ClientSocket socket(descriptor);
  try {
    serve_connection(socket);
  } catch (const std::exception&) {
    // Handlers' exceptions end in httplib. Here memory ran out, or a streamed response failed, and
    // closing the connection is all that is left to do.
  }
  return true;
}

void HttpServer::serve_connection(const ClientSocket& socket) {
  HttpRequestReader reader(socket, limits_, stops_);
  for (size_t i = 1; i <= kMaxRequests; ++i) {
    if (!wait_for_request(reader, i == 1)) return;
    std::optional<HttpRequest> request = read_request(socket, reader);
    if (!request) return;
    if (!serve_request(socket, std::move(*request), i == kMaxRequests)) break;
  }
  socket.linger(stops_);
}

bool HttpServer::wait_for_request(const HttpRequestReader& reader, bool is_first) const {
  if (reader.wait(limits_.idle_time, drains_)) return true;
  return is_first && drains_.is_set() &&
         reader.wait(std::min(limits_.idle_time, kGraceForSilence), stops_);
}

// None if the connection is to be closed.
std::optional<HttpRequest> HttpServer::read_request(const ClientSocket& socket,
                                                    HttpRequestReader& reader) const {
  try {
    return reader.read();
  } catch (const ApiError& error) {
    tell_refusal(error);
    socket.send(refusal_text(error), limits_.write_time);
    socket.linger(stops_);
    return std::nullopt;
  }
}

// False if the connection is to be closed.
bool HttpServer::serve_request(const ClientSocket& socket, HttpRequest request, bool is_last) {
  is_last = is_last || request.is_last || drains_.is_set();
  HttpStream stream(socket, std::move(request), limits_);
  const auto attach = [&](httplib::Request& understood) { attach_context(stream, understood); };
  bool is_closed = false;
  return process_request(stream, is_last, is_closed, attach) && !is_closed && !is_last;
}

void HttpServer::tell_refusal(const ApiError& error) const {
  if (refusal_handler_) refusal_handler_(error);
}

std::shared_ptr<RequestContext> context_of(const httplib::Request& request) {
  const auto* const carrier = request.response_handler.target<ContextCarrier>();
  return carrier == nullptr ? nullptr : carrier->context;
}

}  // namespace dragoman
