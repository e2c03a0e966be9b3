#include "serve/http_request_head.h"

#include "catch.h"
#include "serve/api_error.h"
#include "serve/multipart_limits.h"

using dragoman::ApiError;
using dragoman::check_multipart;
using dragoman::HttpRequestHead;
using dragoman::parse_request_head;

namespace {

int status_of_head(const std::vector<std::string>& lines) {
  try {
    parse_request_head(lines);
    return 200;
  } catch (const ApiError& error) {
    return error.status();
  }
}

std::vector<std::string> post_lines(const std::vector<std::string>& headers) {
  std::vector<std::string> lines = {"POST /a HTTP/1.1", "Host: b"};
  lines.insert(lines.end(), headers.begin(), headers.end());
  return lines;
}

HttpRequestHead post_with(const std::vector<std::string>& headers) {
  return parse_request_head(post_lines(headers));
}

int status_with(const std::vector<std::string>& headers) {
  return status_of_head(post_lines(headers));
}

}  // namespace

TEST_CASE("A head says how long the body is and whether the connection ends") {
  const auto head = post_with({"Content-Length: 12", "Connection: keep-alive, Close"});
  CHECK(head.content_length == 12);
  CHECK_FALSE(head.is_chunked);
  CHECK(head.is_last);
  CHECK(post_with({"transfer-encoding: Chunked", "Expect: 100-Continue"}).is_chunked);
  CHECK(post_with({"Expect: 100-continue"}).expects_continue);
  CHECK_FALSE(post_with({}).is_last);
}

TEST_CASE("HTTP/1.0 needs no Host, and its connections end after the response") {
  const auto head = parse_request_head({"GET / HTTP/1.0", "Expect: 100-continue"});
  CHECK(head.is_last);
  CHECK(head.is_http_1_0);
  CHECK_FALSE(head.expects_continue);
}

TEST_CASE("A request line that is not METHOD TARGET VERSION is malformed") {
  for (const std::string line :
       {"", " ", "GET", "GET /", "GET  / HTTP/1.1", "GET /a b HTTP/1.1", " GET / HTTP/1.1",
        "GET / HTTP/1.1 ", "GET / HTTP/2.0", "GET / http/1.1", "GET\t/\tHTTP/1.1", "G(T / HTTP/1.1",
        "GET /\x01 HTTP/1.1", "GET /\r HTTP/1.1"}) {
    CAPTURE(line);
    CHECK(status_of_head({line, "Host: a"}) == 400);
  }
  CHECK(status_of_head({}) == 400);
}

TEST_CASE("A header that two programs may read differently is malformed") {
  for (const std::string line : {"no colon", "Space : a", " Folded: a", ": a", "A: b\rC: d",
                                 "A: \x01", "A\x80: b", "(): a"}) {
    CAPTURE(line);
    CHECK(status_with({line}) == 400);
  }
  CHECK(status_with({std::string("A: a\0b", 6)}) == 400);
  CHECK(status_with({"A: b\tc", "B: \xc3\xa4", "C:", "D:e"}) == 200);
}

TEST_CASE("A request has exactly one host") {
  CHECK(status_of_head({"GET / HTTP/1.1"}) == 400);
  CHECK(status_of_head({"GET / HTTP/1.1", "Host: a", "Host: a"}) == 400);
}

TEST_CASE("A body has one length, told in one way") {
  for (const std::string length : {"", "-1", "+1", "1.0", "0x1", "1 2", "1, 1", "a", "%31"}) {
    CAPTURE(length);
    CHECK(status_with({"Content-Length: " + length}) == 400);
  }
  CHECK(status_with({"Content-Length: 1", "Content-Length: 1"}) == 400);
  CHECK(status_with({"Content-Length: 1", "Transfer-Encoding: chunked"}) == 400);
  CHECK(status_with({"Transfer-Encoding: chunked", "Transfer-Encoding: chunked"}) == 400);
  CHECK(status_with({"Transfer-Encoding: gzip, chunked"}) == 400);
  CHECK(status_with({"Transfer-Encoding: identity"}) == 400);
  CHECK(status_of_head({"POST / HTTP/1.0", "Transfer-Encoding: chunked"}) == 400);
}

TEST_CASE("A length too large for any number is a large length") {
  CHECK(post_with({"Content-Length: 99999999999999999999"}).content_length == UINT64_MAX);
}

TEST_CASE("Compressed bodies and unknown expectations are refused") {
  CHECK(status_with({"Content-Encoding: gzip"}) == 415);
  CHECK(status_with({"Content-Encoding: identity"}) == 200);
  CHECK(status_with({"Expect: wonders"}) == 417);
}

TEST_CASE("The number of headers and their lengths are limited") {
  std::vector<std::string> headers(99, "A: b");
  CHECK(status_with(headers) == 200);
  headers.push_back("A: b");
  CHECK(status_with(headers) == 431);
  CHECK(status_with({"A: " + std::string(8187, 'b')}) == 200);
  CHECK(status_with({"A: " + std::string(8188, 'b')}) == 431);
}

TEST_CASE("httplib sees no header that it would act on by itself, and values as they were sent") {
  const auto head = post_with({"Range: bytes=0-1", "Accept-Encoding: br", "Content-Length: 1",
                               "Connection: close", "X-A:  100%41 "});
  CHECK(head.text == "POST /a HTTP/1.1\r\nhost: b\r\nx-a: 100%2541\r\n");
}

TEST_CASE("A form's parts are limited in number, and their headers in length") {
  const std::string type = "multipart/form-data; boundary=x";
  const std::string part = "--x\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\na\r\n";
  const std::string end = "--x--\r\n";
  std::string parts;
  for (int i = 0; i < 64; ++i) parts += part;
  CHECK_NOTHROW(check_multipart(type, parts + end));
  CHECK_THROWS_AS(check_multipart(type, parts + part + end), ApiError);
  const std::string long_header =
      "--x\r\ncontent-disposition:" + std::string(300, ' ') + "\r\n\r\n";
  CHECK_THROWS_AS(check_multipart(type, long_header + end), ApiError);
  CHECK_NOTHROW(check_multipart("application/json", long_header));
  CHECK_THROWS_AS(check_multipart(type + std::string(300, 'x'), end), ApiError);
}
