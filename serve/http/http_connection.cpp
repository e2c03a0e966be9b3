#include "serve/http/http_connection.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <boost/beast/http/status.hpp>
#include <ctime>

#include "serve/bad_request.h"
#include "serve/http/held_bytes.h"

namespace dragoman {
namespace {

namespace asio = boost::asio;

constexpr size_t kIdleBuffer = 512;
constexpr size_t kBuffer = 16384;
constexpr size_t kLargeResponse = 1 << 14;  // bytes; smaller ones are not counted
constexpr size_t kSmallBody = 1 << 18;  // bytes; a smaller body is written together with the head
constexpr std::chrono::milliseconds kLingerTime{1000};
constexpr size_t kMostLingering = 50;                 // of connections that are turned away
constexpr std::chrono::milliseconds kTimeAtEnd{100};  // for the last responses of a stopping server
constexpr std::chrono::milliseconds kBetweenLooks{50};
constexpr std::chrono::milliseconds kSoon{100};  // in which an active client asks again
constexpr std::chrono::seconds kBetweenQuestions{5};
// For a new connection without a request when the server drains: the request may be on its way.
constexpr std::chrono::milliseconds kGraceForSilence{500};
constexpr std::string_view kInterim = "HTTP/1.1 100 Continue\r\n\r\n";

ApiError unavailable(const std::string& why) { return {503, "unavailable", why, 1}; }

ApiError too_much_outgoing() {
  return unavailable("too many large responses are being sent; try again");
}

/// The value of the header Date (RFC 9110, 5.6.7).
std::string date_now() {
  return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(std::time(nullptr)));
}

std::string head_text(const HttpRequest& request, const HttpResponse& response) {
  const auto status = boost::beast::http::int_to_status(static_cast<unsigned>(response.status));
  const auto reason = boost::beast::http::obsolete_reason(status);
  std::string text = fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\n", response.status,
                                 std::string_view(reason.data(), reason.size()), date_now());
  for (const auto& [name, value] : response.headers) text += name + ": " + value + "\r\n";
  if (response.is_stream) {
    text += request.has_1_0 ? "" : "Transfer-Encoding: chunked\r\n";
  } else if (response.status != 204 && response.status != 304) {
    text += fmt::format("Content-Length: {}\r\n", response.body.size());
  }
  return text + (request.is_last ? "Connection: close\r\n\r\n" : "\r\n");
}

/// Counts a response, or a piece of a stream; true if it must not be sent, since others of more
/// than max_outgoing wait.
bool is_too_much(HeldBytes& outgoing, size_t size, const HttpLimits& limits) {
  return size >= kLargeResponse && outgoing.add(size) - size > limits.max_outgoing;
}

/// Records that the server itself cut a response off, unless the request has failed before.
void record_cut(const HttpRequest& request, const ApiError& error) {
  RequestRecord& record = request.context->record;
  if (!record.error.empty()) return;
  record.error = error.what();
  record.late_error = error.status();
}

}  // namespace

HttpConnection::HttpConnection(std::shared_ptr<ClientStream> stream, HttpShared& shared)
    : shared_(shared),
      stream_(std::move(stream)),
      later_(stream_->executor()),
      counted_(shared.num_connections),
      active_(shared.num_active) {}

void HttpConnection::wake() {
  asio::post(stream_->executor(), [self = shared_from_this()] {
    if (self->is_idle_ || self->shared_.stops) self->stream_->cancel();
    self->look_again();
  });
}

Awaitable<void> HttpConnection::serve() {
  bool goes_on = true;
  if (stream_->is_encrypted())
    goes_on = !co_await stream_->shake_hands(Clock::now() + shared_.limits.request_time);
  for (bool is_first = true; goes_on; is_first = false) {
    goes_on = co_await wait(is_first);
    if (goes_on) goes_on = co_await serve_request();
  }
  co_await linger();
}

Awaitable<void> HttpConnection::turn_away() {
  counted_.reset();
  active_.reset();
  if (stream_->is_encrypted()) co_return;  // a handshake costs what the limit shall spare
  const CountGuard<size_t> turned_away(shared_.num_turned_away);
  HttpRequest none;
  none.is_last = true;
  none.client = stream_->address();
  HttpResponse response =
      shared_.handlers.refuse(none, unavailable("there are too many connections; try again"));
  const bool is_sent = co_await send(none, response);
  // Many would use up the files that the rest of the service needs.
  if (is_sent && shared_.num_turned_away <= kMostLingering) co_await linger();
}

/// Waits for a request; false if none comes.
Awaitable<bool> HttpConnection::wait(bool is_first) {
  if (!buffer_.empty()) co_return true;
  buffer_.shrink_to_fit();
  is_idle_ = true;
  const auto begin = Clock::now();
  ErrorCode error = asio::error::operation_aborted;
  while (error == asio::error::operation_aborted) {
    std::chrono::milliseconds time = shared_.limits.idle_time;
    if (shared_.drains) time = is_first ? std::min(time, kGraceForSilence) : time.zero();
    if (Clock::now() >= begin + time || shared_.stops) break;
    if (Clock::now() >= begin + kSoon) active_.reset();
    error = co_await read_some(begin + (active_ ? std::min(time, kSoon) : time));
  }
  is_idle_ = false;
  if (!error && !active_) active_.emplace(shared_.num_active);
  co_return !error;
}

/// Reads a request and answers it; false if the connection must be closed.
Awaitable<bool> HttpConnection::serve_request() {
  RequestParser parser(shared_.limits);
  std::optional<ApiError> refusal;
  try {
    if (!co_await receive(parser)) co_return false;
  } catch (const ApiError& error) {
    refusal = error;
  }
  HttpRequest request = parser.take();
  request.client = stream_->address();
  HttpResponse response;
  HeldBytes outgoing(shared_.num_outgoing);
  if (!refusal) {
    co_await answer(request, response);
    if (is_too_much(outgoing, response.body.size(), shared_.limits)) refusal = too_much_outgoing();
  }
  if (refusal) {
    request.is_last = true;
    response = shared_.handlers.refuse(request, *refusal);
    co_await send(request, response);
    co_return false;
  }
  request.is_last = request.is_last || shared_.drains;
  const bool is_sent = co_await send(request, response);
  if (!is_sent && shared_.stops) record_cut(request, service_stops());
  shared_.handlers.end(request, response, is_sent);
  co_return is_sent && !request.is_last;
}

/// Reads a request; false if the client closes the connection instead. Throws ApiError.
Awaitable<bool> HttpConnection::receive(RequestParser& parser) {
  const auto deadline = Clock::now() + shared_.limits.request_time;
  HeldBytes incoming(shared_.num_incoming);
  incoming.add(buffer_.size());
  bool has_begun = false;
  while (!parser.read(buffer_)) {
    if (parser.must_invite_body()) co_await write(kInterim);
    has_begun = has_begun || !buffer_.empty() || incoming.size() > 2;  // more than an empty line
    const size_t size = buffer_.size();
    const ErrorCode error = co_await read_some(deadline);
    if (error == asio::error::operation_aborted) {
      if (shared_.stops) throw service_stops();
      throw ApiError(408, "request_timeout", "the request took too long to come in");
    }
    if (error && !has_begun) co_return false;
    if (error) fail_bad_request("the request ended before it was complete");
    if (incoming.add(buffer_.size() - size) > shared_.limits.max_incoming)
      throw unavailable("too many large requests are coming in; try again");
  }
  co_return true;
}

/// Completes the response, or begins it if it is a stream.
Awaitable<void> HttpConnection::answer(HttpRequest& request, HttpResponse& response) {
  has_response_begun_ = false;
  next_question_.reset();
  request.context->client_is_gone = [this, has_1_0 = request.has_1_0] {
    return client_is_gone(has_1_0);
  };
  request.context->wake = [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->wake();
  };
  shared_.handlers.answer(request, response);
  while (response.go_on && !response.is_stream && !response.go_on(response)) {
    if (response.is_stream) break;
    if (co_await goes_on_later()) continue;
    request.context->is_given_up = true;
    request.is_last = true;
  }
}

/// Waits until a response may continue; false if the server stops.
Awaitable<bool> HttpConnection::goes_on_later() {
  ErrorCode ignored;
  is_waiting_ = true;
  later_.expires_after(kBetweenLooks);
  if (!looks_again_ && !shared_.stops) co_await later_.async_wait(into(ignored));
  is_waiting_ = false;
  looks_again_ = false;
  co_return !shared_.stops;
}

void HttpConnection::look_again() {
  looks_again_ = true;
  if (is_waiting_) later_.cancel();
}

/// Sends the response; false if the client does not receive it. Has no `co_await` in the operands
/// of && and || outside of conditions: g++ 12 always evaluates both.
Awaitable<bool> HttpConnection::send(const HttpRequest& request, HttpResponse& response) {
  has_response_begun_ = true;
  std::string text = head_text(request, response);
  if (request.method == "HEAD" || response.status == 204 || response.status == 304)
    co_return co_await write(text);
  if (!response.is_stream && response.body.size() <= kSmallBody)
    co_return co_await write(text + response.body);
  if (!co_await write(text)) co_return false;
  if (!response.is_stream) co_return co_await write(response.body);
  co_return co_await send_stream(request, response);
}

Awaitable<bool> HttpConnection::send_stream(const HttpRequest& request, HttpResponse& response) {
  const bool is_chunked = !request.has_1_0;
  for (bool is_complete = false; !is_complete;) {
    response.body.clear();
    is_complete = response.go_on(response);
    const std::string& piece = response.body;
    HeldBytes outgoing(shared_.num_outgoing);
    if (is_too_much(outgoing, piece.size(), shared_.limits)) {
      record_cut(request, too_much_outgoing());
      co_return false;
    }
    if (!piece.empty() && is_chunked)
      response.body = fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
    if (!piece.empty() && !co_await write(piece)) co_return false;
    if (!is_complete && !co_await goes_on_later()) co_return false;
  }
  if (!is_chunked) co_return true;
  co_return co_await write("0\r\n\r\n");
}

/// Ends the output, and discards input until the client closes too, for at most kLingerTime.
/// Closing a socket with unread input would reset the connection, and the client might lose the
/// response.
Awaitable<void> HttpConnection::linger() {
  active_.reset();
  const auto end = Clock::now() + (shared_.stops ? kTimeAtEnd : kLingerTime);
  co_await stream_->end_output(end);
  ErrorCode error;
  while (!error) {
    buffer_.clear();
    error = co_await read_some(end);
  }
}

/// Appends the next bytes to buffer_. Returns operation_aborted after the deadline, and after
/// wake().
Awaitable<ErrorCode> HttpConnection::read_some(Clock::time_point deadline) {
  if (shared_.stops) deadline = Clock::now();
  co_return co_await stream_->read_some(buffer_, is_idle_ ? kIdleBuffer : kBuffer, deadline);
}

/// Writes `text`; false if the client is gone, receives nothing for write_time, or less than
/// least_rate.
Awaitable<bool> HttpConnection::write(std::string_view text) {
  const HttpLimits& limits = shared_.limits;
  const auto patience = shared_.stops ? kTimeAtEnd : limits.write_time;
  const std::chrono::milliseconds more(shared_.stops ? 0 : 1000 * text.size() / limits.least_rate);
  co_return !co_await stream_->write(text, patience, Clock::now() + patience + more);
}

/// True once the client no longer waits for the response. A client that has closed its sending side
/// may still read, or may be gone; the socket looks the same. So after half_closed_time the server
/// sends an interim response, which clients of HTTP/1.1 must skip. If the client is gone, its
/// system answers by breaking the connection. With TLS a half-closed client counts as gone.
bool HttpConnection::client_is_gone(bool has_1_0) {
  if (stream_->is_broken()) return true;
  if (!stream_->is_half_closed()) return false;
  if (stream_->is_encrypted()) return true;
  if (has_response_begun_ || has_1_0) return false;
  const auto now = Clock::now();
  if (!next_question_) next_question_ = now + shared_.limits.half_closed_time;
  if (now < *next_question_) return false;
  next_question_ = now + kBetweenQuestions;
  return !stream_->send_now(kInterim);
}

}  // namespace dragoman
