#include "serve/http_request_reader.h"

#include <charconv>
#include <cstdint>

#include "serve/api_error.h"
#include "serve/bad_request.h"
#include "serve/multipart_limits.h"

namespace dragoman {
namespace {

// `size` is of what is to come after the bytes that were read.
void check_body_size(uint64_t size, size_t num_read, size_t max_size) {
  if (size <= max_size - num_read) return;
  throw ApiError(413, "body_too_large",
                 "a request's body may have " + std::to_string(max_size) + " bytes");
}

}  // namespace

bool HttpRequestReader::wait(std::chrono::milliseconds time, const WakeEvent& event) const {
  if (!unread().empty()) return true;
  return socket_.wait(ClientSocket::Clock::now() + time, event) == ClientSocket::Input::kReady;
}

std::optional<HttpRequest> HttpRequestReader::read() {
  deadline_ = ClientSocket::Clock::now() + limits_.request_time;
  if (unread().empty() && !receive()) return std::nullopt;
  const HttpRequestHead head = parse_request_head(read_head());
  const std::string body = read_body(head);
  check_multipart(head.content_type, body);
  const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
  return HttpRequest{head.text + length + body, head.is_last, head.is_http_1_0};
}

std::vector<std::string> HttpRequestReader::read_head() {
  // Something other than HTTP, as TLS, may never send the end of a line.
  const char first = unread().front();
  if (!is_token_character(first) && first != '\r')
    fail_bad_request("this is not a request of HTTP");
  size_t budget = limits_.max_head;
  std::vector<std::string> lines;
  while (lines.empty() || !lines.back().empty()) {
    lines.push_back(read_line(budget));
    // Some clients send an empty line after a body.
    if (lines.front().empty()) lines.clear();
  }
  lines.pop_back();
  return lines;
}

std::string HttpRequestReader::read_body(const HttpRequestHead& head) {
  check_body_size(head.content_length, 0, limits_.max_body);
  if (head.expects_continue) invite_body(head);
  return head.is_chunked ? read_chunks() : read_bytes(head.content_length);
}

void HttpRequestReader::invite_body(const HttpRequestHead& head) const {
  const bool is_complete = !head.is_chunked && unread().size() >= head.content_length;
  if (!is_complete) socket_.send("HTTP/1.1 100 Continue\r\n\r\n", limits_.write_time);
}

std::string HttpRequestReader::read_chunks() {
  std::string body;
  while (const size_t size = read_chunk_size()) {
    check_body_size(size, body.size(), limits_.max_body);
    body += read_bytes(size);
    if (read_bytes(2) != "\r\n")
      fail_bad_request("a chunk of the body is longer than its size says");
  }
  size_t budget = limits_.max_head;
  while (!read_line(budget).empty()) {  // trailers: nobody asks for them
  }
  return body;
}

size_t HttpRequestReader::read_chunk_size() {
  size_t budget = limits_.max_head;
  const std::string line = read_line(budget);
  const size_t end = line.find_last_not_of(" \t", line.find(';') - 1) + 1;
  size_t size = 0;
  const auto result = std::from_chars(line.data(), line.data() + end, size, 16);
  if (result.ec == std::errc::result_out_of_range) check_body_size(SIZE_MAX, 0, limits_.max_body);
  if (result.ec != std::errc() || result.ptr != line.data() + end) {
    fail_bad_request("the size of a chunk of the body must be a hexadecimal number");
  }
  return size;
}

// The next line, without its end, which takes its size from the budget.
std::string HttpRequestReader::read_line(size_t& budget) {
  size_t searched = 0;
  size_t end;
  while ((end = unread().find('\n', searched)) == std::string::npos && unread().size() < budget) {
    searched = unread().size();
    receive_more();
  }
  if (end >= budget) {
    throw ApiError(
        431, "head_too_large",
        "the request line and headers may have " + std::to_string(limits_.max_head) + " bytes");
  }
  if (end == 0 || unread()[end - 1] != '\r') fail_bad_request("lines must end with CR LF");
  budget -= end + 1;
  std::string line(unread().substr(0, end - 1));
  position_ += end + 1;
  return line;
}

std::string HttpRequestReader::read_bytes(size_t size) {
  while (unread().size() < size) receive_more();
  std::string bytes(unread().substr(0, size));
  position_ += size;
  if (!unread().empty()) return bytes;
  // Gives the memory of a large body back: the connection may be silent for long.
  buffer_ = std::string();
  position_ = 0;
  return bytes;
}

// False if the client will send no more.
bool HttpRequestReader::receive() {
  buffer_.erase(0, position_);
  position_ = 0;
  switch (socket_.receive(buffer_, deadline_, stops_)) {
    case ClientSocket::Input::kTimeout:
      throw ApiError(408, "request_timeout", "the request took too long to come in");
    case ClientSocket::Input::kWoken:
      throw ApiError(503, "unavailable", "the service is stopping");
    case ClientSocket::Input::kEnded:
      return false;
    case ClientSocket::Input::kReady:
      return true;
  }
  return false;
}

void HttpRequestReader::receive_more() {
  if (!receive()) fail_bad_request("the request ended before it was complete");
}

}  // namespace dragoman
