#include "serve/http/request_parser.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <iterator>
#include <optional>
#include <utility>

#include "io/ascii.h"
#include "serve/bad_request.h"

namespace dragoman {
namespace {

namespace http = boost::beast::http;
using boost::beast::iequals;
using Head = http::request<http::string_body>;

constexpr std::ptrdiff_t kMaxHeaders = 100;
constexpr size_t kMaxTarget = 8192;
constexpr std::string_view kHexadecimal = "0123456789abcdefABCDEF";
constexpr size_t kMaxChunkLine =
    4096;  // bytes: a chunk's size with its extensions, or all trailers

[[noreturn]] void fail_large_head(const std::string& what) {
  throw ApiError(431, "head_too_large", what);
}

[[noreturn]] void fail_large_body(const HttpLimits& limits) {
  throw ApiError(413, "body_too_large",
                 "a request's body may have " + std::to_string(limits.max_body) + " bytes");
}

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != characters.npos;
}

/// RFC 3986, 3.2.2 and 3.2.3, and the slash: some clients of a Unix socket send its path.
bool may_be_in_host(char c) {
  return is_ascii_alphanumeric(c) || is_one_of(c, "-._~%!$&'()*+,;=:[]/");
}

/// Beast reports a number above 64 bits and an invalid number as the same error.
bool begins_with_huge_number(std::string_view text, std::string_view digits, size_t most) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return std::min(text.find_first_not_of(digits), text.size()) > most;
}

bool has_huge_length(std::string_view head) {
  constexpr std::string_view kName = "\ncontent-length:";
  const auto is_same = [](char left, char right) { return (left | 0x20) == (right | 0x20); };
  const auto found = std::search(head.begin(), head.end(), kName.begin(), kName.end(), is_same);
  return found != head.end() &&
         begins_with_huge_number({found + kName.size(), head.end()}, "0123456789", 19);
}

/// True if `bytes`, which Beast finds incomplete, may become a chunk's line, with the end of the
/// chunk before it. Beast checks both only when all trailers are there, and lets a quoted extension
/// go on past its line.
bool may_be_chunk_line(std::string_view bytes, bool is_first) {
  constexpr std::string_view kEnd = "\r\n";
  if (!is_first && !kEnd.starts_with(bytes.substr(0, 2))) return false;
  if (!is_first) bytes.remove_prefix(std::min<size_t>(2, bytes.size()));
  const size_t end = std::min(bytes.find_first_not_of(kHexadecimal), bytes.size());
  if (end == bytes.size()) return true;
  const bool is_last = bytes.find_first_not_of('0') == end;  // so trailers follow
  return end > 0 && is_one_of(bytes[end], "; \t\r") && (is_last || bytes.find(kEnd) == bytes.npos);
}

/// Returns the header's value, or nothing if it is missing. Throws if it occurs twice.
std::optional<std::string_view> only_value(const Head& head, http::field name) {
  if (head.count(name) > 1) fail_bad_request(std::string(to_string(name)) + " was given twice");
  if (head.count(name) == 0) return std::nullopt;
  return std::string_view(head[name].data(), head[name].size());
}

/// True if the header is missing or is `value`.
bool may_only_be(const Head& head, http::field name, const char* value) {
  const auto said = only_value(head, name);
  return !said || iequals({said->data(), said->size()}, value);
}

void check_body_headers(const Head& head) {
  const auto length = only_value(head, http::field::content_length);
  if (length && length->find_first_not_of("0123456789") != length->npos)
    fail_bad_request("Content-Length must be a number");
  if (!may_only_be(head, http::field::transfer_encoding, "chunked"))
    fail_bad_request("Transfer-Encoding must be chunked");
  if (head.version() == 10 && head.count(http::field::transfer_encoding) > 0)
    fail_bad_request("HTTP/1.0 has no Transfer-Encoding");
  only_value(head, http::field::content_type);
  if (!may_only_be(head, http::field::content_encoding, "identity"))
    throw ApiError(415, "unsupported_media_type", "the body must not be compressed");
  if (!may_only_be(head, http::field::expect, "100-continue"))
    throw ApiError(417, "expectation_failed", "Expect must be 100-continue");
}

void check_head(const Head& head) {
  if (std::distance(head.begin(), head.end()) > kMaxHeaders)
    fail_large_head("a request may have " + std::to_string(kMaxHeaders) + " headers");
  if (head.method() == http::verb::unknown)
    throw ApiError(405, "method_not_allowed", "the method must be GET, HEAD or POST");
  if (head.target().size() > kMaxTarget)
    throw ApiError(414, "path_too_long", "the path of the request is too long");
  const auto host = only_value(head, http::field::host);
  if (!host && head.version() == 11) fail_bad_request("the header Host is missing");
  if (host && !std::all_of(host->begin(), host->end(), may_be_in_host))
    fail_bad_request("the header Host must be the name of a host, and perhaps a port");
  check_body_headers(head);
}

HttpRequest as_request(const Head& head) {
  HttpRequest request;
  request.method = std::string(head.method_string());
  std::string_view target(head.target().data(), head.target().size());
  const bool is_url = !target.starts_with('/') && target.find("://") < target.find('?');
  if (is_url)
    target.remove_prefix(
        std::min(target.find_first_of("/?", target.find("://") + 3), target.size()));
  const size_t question = std::min(target.find('?'), target.size());
  request.path = decode_percents(target.substr(0, question));
  if (is_url && request.path.empty()) request.path = "/";
  request.query = target.substr(std::min(question + 1, target.size()));
  for (const auto& field : head)
    request.headers.emplace(std::string(field.name_string()), std::string(field.value()));
  request.has_1_0 = head.version() == 10;
  request.is_last = request.has_1_0 || !head.keep_alive();
  return request;
}

}  // namespace

struct RequestParser::Parts {
  http::request_parser<http::string_body> beast;
  HttpRequest request;   // without the body; set once the head is read, perhaps in part
  size_t num_empty = 0;  // bytes of empty lines before the request
  bool must_invite_body = false;
};

RequestParser::RequestParser(const HttpLimits& limits)
    : limits_(limits), parts_(std::make_unique<Parts>()) {
  parts_->beast.header_limit(static_cast<uint32_t>(limits.max_head));
  parts_->beast.body_limit(limits.max_body);
  parts_->beast.eager(true);
}

RequestParser::~RequestParser() = default;

bool RequestParser::read(std::string& bytes) {
  if (!parts_->beast.is_header_done() && !read_head(bytes)) return false;
  if (!parts_->beast.is_done() && !bytes.empty()) read_body(bytes);
  return parts_->beast.is_done();
}

bool RequestParser::read_head(std::string& bytes) {
  // Some clients send an empty line after a body.
  const size_t num_empty = std::min(bytes.find_first_not_of("\r\n"), bytes.size());
  bytes.erase(0, num_empty);
  parts_->num_empty += num_empty;
  const size_t end = bytes.find("\r\n\r\n");
  if (parts_->num_empty + std::min(end, bytes.size()) > limits_.max_head)
    fail_large_head("the request line and headers may have " + std::to_string(limits_.max_head) +
                    " bytes");
  // Other protocols, such as TLS, may never send the end of a line.
  if (!bytes.empty() && (bytes[0] < '!' || bytes[0] > '~'))
    fail_bad_request("this is not an HTTP request");
  if (end == bytes.npos) return false;
  const std::string head = bytes.substr(0, end + 4);
  if (head.find("\r\n ") != head.npos || head.find("\r\n\t") != head.npos)
    fail_bad_request("a header must be on one line");
  boost::system::error_code error;
  parts_->beast.put(boost::asio::buffer(head), error);
  parts_->request = as_request(parts_->beast.get());
  const bool is_huge = error == http::error::bad_content_length && has_huge_length(head);
  if (error == http::error::body_limit || is_huge) fail_large_body(limits_);
  if (error && error != http::error::need_more)
    fail_bad_request("the request is malformed: " + error.message());
  bytes.erase(0, head.size());
  check_head(parts_->beast.get());
  parts_->must_invite_body =
      !parts_->request.has_1_0 && parts_->beast.get().count(http::field::expect) > 0;
  return true;
}

void RequestParser::read_body(std::string& bytes) {
  boost::system::error_code error;
  bytes.erase(0, parts_->beast.put(boost::asio::buffer(bytes), error));
  if (error == http::error::need_more) {
    if (bytes.size() > kMaxChunkLine) fail_bad_request("the line of a chunk is too long");
    if (!may_be_chunk_line(bytes, parts_->beast.get().body().empty()))
      error = http::error::bad_chunk;
  }
  const bool is_huge =
      error == http::error::bad_chunk && begins_with_huge_number(bytes, kHexadecimal, 16);
  if (error == http::error::body_limit || is_huge) fail_large_body(limits_);
  if (error && error != http::error::need_more)
    fail_bad_request("the body is malformed: " + error.message());
}

bool RequestParser::must_invite_body() { return std::exchange(parts_->must_invite_body, false); }

HttpRequest RequestParser::take() {
  HttpRequest request = std::move(parts_->request);
  const bool has_body =
      request.method != "GET" && request.method != "HEAD";  // GET and HEAD bodies have no meaning
  if (has_body) request.body = std::move(parts_->beast.get().body());
  return request;
}

}  // namespace dragoman
