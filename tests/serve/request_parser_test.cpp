#include "serve/http/request_parser.h"

#include <optional>
#include <vector>

#include "catch.h"
#include "serve/api_error.h"
#include "serve/api_request.h"

using namespace dragoman;

namespace {

/// The request that `bytes` are, which come in pieces of `size`; none if they are no whole one.
/// What is behind it stays in `bytes`.
std::optional<HttpRequest> parse(std::string& bytes, size_t size = std::string::npos) {
  const HttpLimits limits;
  RequestParser parser(limits);
  std::string buffer;
  do {
    buffer += bytes.substr(0, size);
    bytes.erase(0, size);
    if (!parser.read(buffer)) continue;
    bytes.insert(0, buffer);
    return parser.take();
  } while (!bytes.empty());
  return std::nullopt;
}

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\r\n";
  return text + "\r\n";
}

/// 0: it is not whole.
int status_of_head(const std::vector<std::string>& lines) {
  try {
    std::string text = text_of(lines);
    return parse(text) ? 200 : 0;
  } catch (const ApiError& error) {
    return error.status();
  }
}

std::vector<std::string> post_lines(const std::vector<std::string>& headers) {
  std::vector<std::string> lines = {"POST /a HTTP/1.1", "Host: b"};
  lines.insert(lines.end(), headers.begin(), headers.end());
  return lines;
}

HttpRequest post_with(const std::vector<std::string>& headers, std::string body = "") {
  std::string text = text_of(post_lines(headers)) + body;
  auto request = parse(text);
  REQUIRE(request);
  CHECK(text.empty());
  return *request;
}

int status_with(const std::vector<std::string>& headers) {
  return status_of_head(post_lines(headers));
}

}  // namespace

TEST_CASE("A head says how long the body is and whether the connection ends") {
  const HttpRequest request =
      post_with({"Content-Length: 12", "Connection: keep-alive, Close"}, "123456789012");
  CHECK(request.body == "123456789012");
  CHECK(request.is_last);
  CHECK(post_with({"transfer-encoding: Chunked"}, "2\r\nhi\r\n0\r\n\r\n").body == "hi");
  CHECK_FALSE(post_with({}).is_last);
  CHECK(post_with({}).body.empty());
}

TEST_CASE("A client that asks first is told to send its body, if it is not there") {
  const HttpLimits limits;
  std::string bytes = text_of(post_lines({"Expect: 100-Continue", "Content-Length: 1"}));
  RequestParser parser(limits);
  CHECK_FALSE(parser.read(bytes));
  CHECK(parser.must_invite_body());
  CHECK_FALSE(parser.must_invite_body());
  bytes = "a";
  CHECK(parser.read(bytes));
}

TEST_CASE("A target is a path and a query, decoded or not, or a whole URL") {
  const auto parsed = [](const std::string& target) {
    std::string text = text_of({"GET " + target + " HTTP/1.1", "Host: a"});
    const auto request = parse(text);
    REQUIRE(request);
    return request->path + "|" + request->query;
  };
  CHECK(parsed("/a%20b%2fc+?d=%20&e=+") == "/a b/c+|d=%20&e=+");
  CHECK(parsed("/%zz%4") == "/%zz%4|");
  CHECK(parsed("/a?") == "/a|");
  CHECK(parsed("http://example.org:80/a?b") == "/a|b");
  CHECK(parsed("http://example.org") == "/|");
  CHECK(parsed("http://example.org?a=/b") == "/|a=/b");
  CHECK(parsed("/a?b=http://example.org/") == "/a|b=http://example.org/");
  CHECK(parsed("*") == "*|");
}

TEST_CASE("HTTP/1.0 needs no Host, and its connections end after the response") {
  std::string text = text_of({"GET / HTTP/1.0", "Expect: 100-continue"});
  const auto request = parse(text);
  REQUIRE(request);
  CHECK(request->is_last);
  CHECK(request->has_1_0);
}

TEST_CASE("A request line that is not METHOD TARGET VERSION is malformed") {
  for (const std::string line :
       {" ", "GET", "GET /", "GET  / HTTP/1.1", "GET /a b HTTP/1.1", " GET / HTTP/1.1",
        "GET / HTTP/1.1 ", "GET / HTTP/2.0", "GET / http/1.1", "GET\t/\tHTTP/1.1", "G(T / HTTP/1.1",
        "GET /\x01 HTTP/1.1", "GET /\r HTTP/1.1"}) {
    CAPTURE(line);
    CHECK(status_of_head({line, "Host: a"}) == 400);
  }
}

TEST_CASE("A header that two programs may read differently is malformed") {
  for (const std::string line : {"no colon", "Space : a", " Folded: a", ": a", "A: b\rC: d",
                                 "A: \x01", "A\x80: b", "(): a", "A: b\r\n c"}) {
    CAPTURE(line);
    CHECK(status_with({line}) == 400);
  }
  CHECK(status_with({std::string("A: a\0b", 6)}) == 400);
  CHECK(status_with({"A: b\tc", "B: \xc3\xa4", "C:", "D:e"}) == 200);
}

TEST_CASE("A request has exactly one host") {
  CHECK(status_of_head({"GET / HTTP/1.1"}) == 400);
  CHECK(status_of_head({"GET / HTTP/1.1", "Host: a", "Host: a"}) == 400);
  for (const std::string host : {"", "a", "a-b.c_d:80", "[::1]:8080", "/run/a.sock"})
    CHECK(status_of_head({"GET / HTTP/1.1", "Host: " + host}) == 200);
  for (const std::string host : {"a b", "a?", "a#", "b@a", "a\\", "\xc3\xa4"})
    CHECK(status_of_head({"GET / HTTP/1.1", "Host: " + host}) == 400);
}

TEST_CASE("A body has one length, told in one way") {
  for (const std::string length : {"", "-1", "+1", "1.0", "0x1", "1 2", "1, 1", "a", "%31"}) {
    CAPTURE(length);
    CHECK(status_with({"Content-Length: " + length}) == 400);
  }
  CHECK(status_with({"Content-Length: 1", "Content-Length: 1"}) == 400);
  CHECK(status_with({"Content-Length: 1", "Transfer-Encoding: chunked"}) == 400);
  CHECK(status_with({"Transfer-Encoding: chunked", "Content-Length: 1"}) == 400);
  CHECK(status_with({"Transfer-Encoding: chunked", "Transfer-Encoding: chunked"}) == 400);
  CHECK(status_with({"Transfer-Encoding: gzip, chunked"}) == 400);
  CHECK(status_with({"Transfer-Encoding: identity"}) == 400);
  CHECK(status_of_head({"POST / HTTP/1.0", "Transfer-Encoding: chunked"}) == 400);
}

TEST_CASE("A length too large for any number is a large length") {
  CHECK(status_with({"content-Length:99999999999999999999"}) == 413);
  CHECK(status_with({"Content-Length: 9999999999999999999"}) == 413);
}

TEST_CASE("Compressed bodies and unknown expectations are refused") {
  CHECK(status_with({"Content-Encoding: gzip"}) == 415);
  CHECK(status_with({"Content-Encoding: identity"}) == 200);
  CHECK(status_with({"Expect: wonders"}) == 417);
}

TEST_CASE("The number of headers, the target and the head are limited") {
  std::vector<std::string> headers(99, "A: b");
  CHECK(status_with(headers) == 200);
  headers.push_back("A: b");
  CHECK(status_with(headers) == 431);
  CHECK(status_with({"A: " + std::string(16000, 'b')}) == 200);
  CHECK(status_with({"A: " + std::string(17000, 'b')}) == 431);
  CHECK(status_of_head({"GET /" + std::string(9000, 'b') + " HTTP/1.1", "Host: a"}) == 414);
}

TEST_CASE("Headers come as they were sent, and names in any case") {
  const HttpRequest request = post_with({"X-A:  100%41 ", "Range: bytes=0-1"});
  CHECK(request.headers.get("x-a") == "100%41");
  CHECK(request.headers.get("X-B").empty());
}

TEST_CASE("Requests are the same however their bytes are cut, and so is what is behind them") {
  const std::string requests = "\r\n" + text_of(post_lines({"Content-Length: 4"})) + "\r\n\r\n" +
                               text_of(post_lines({"Transfer-Encoding: chunked"})) +
                               "2;a=b\r\nhi\r\n01\r\n!\r\n0\r\nTrailer: a\r\n\r\n" +
                               text_of({"GET /b HTTP/1.1", "Host: a"});
  for (size_t size = 1; size < requests.size() + 1; ++size) {
    CAPTURE(size);
    std::string rest = requests;
    for (const std::string body : {"\r\n\r\n", "hi!", ""}) {
      const auto request = parse(rest, size);
      REQUIRE(request);
      CHECK(request->body == body);
    }
    CHECK(rest.empty());
  }
}

TEST_CASE("An extension in quotes does not go on behind the end of its line") {
  std::string bytes =
      text_of(post_lines({"Transfer-Encoding: chunked"})) + "2;a=\"\r\nhi\r\n0;b=\"\r\n\r\n";
  for (const size_t size : {1000, 1}) {
    std::string copy = bytes;
    CHECK_THROWS_AS(parse(copy, size), ApiError);
  }
}

TEST_CASE("A form has its fields, which are limited in number and their headers in length") {
  const auto form = [](const std::string& body, const std::string& boundary = "x") {
    HttpRequest request;
    request.headers.emplace("Content-Type", "multipart/form-data; charset=a; boundary=" + boundary);
    request.body = body;
    return parse_multipart(request);
  };
  const std::string part = "--x\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\na\r\n";
  const std::string other =
      "--x\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; filename=\"c\"; "
      "name=b\r\n"
      "\r\n1\r\n2--x\r\n";
  const std::string end = "--x--\r\n";
  CHECK(form(part + other + end) == FormFields{{"q", "a"}, {"b", "1\r\n2--x"}});
  const std::string quoted =
      "--x\r\nContent-Disposition: form-data; filename=\"a;name=b\\\"; name=c\"; "
      "name=\"q\"\r\n\r\na\r\n";
  CHECK(form(quoted + end) == FormFields{{"q", "a"}});
  CHECK(form(part + end, "\"x\"") == FormFields{{"q", "a"}});
  CHECK(form("preamble\r\n" + part + end) == FormFields{{"q", "a"}});
  CHECK(form(end).empty());
  std::string parts;
  for (int i = 0; i < 64; ++i) parts += part;
  CHECK_NOTHROW(form(parts + end));
  CHECK_THROWS_AS(form(parts + part + end), ApiError);
  const std::string long_header =
      "--x\r\ncontent-disposition:" + std::string(600, ' ') + "\r\n\r\n\r\n";
  CHECK_THROWS_AS(form(long_header + end), ApiError);
  for (const std::string broken : {"", "a", "--x", "--x\r\n", "--x\r\n\r\n", "--x\r\n\r\na\r\n--x"})
    CHECK_THROWS_AS(form(broken), ApiError);
  // A part that ends within its headers does not take the next part.
  const std::string headers = part.substr(0, part.find("\r\n\r\n"));
  for (const std::string line_ends : {"\r\n", "\r\n\r\n"})
    CHECK_THROWS_AS(form(headers + line_ends + other + end), ApiError);
  CHECK(form(headers + "\r\n\r\n\r\n" + end) == FormFields{{"q", ""}});
  CHECK_THROWS_AS(form(end, ""), ApiError);
  CHECK_THROWS_AS(form(end, std::string(71, 'x')), ApiError);
}

TEST_CASE("A form in the format of a query skips empty fields, and limits the others in number") {
  CHECK(parse_url_encoded("&&q=a&&b=1&c&") == FormFields{{"q", "a"}, {"b", "1"}, {"c", ""}});
  CHECK(parse_url_encoded(std::string(1000, '&')).empty());
  std::string fields;
  for (int i = 0; i < 64; ++i) fields += "q=a&";
  CHECK(parse_url_encoded(fields).size() == 64);
  CHECK_THROWS_WITH(parse_url_encoded(fields + "q=a"),
                    ContainsSubstring("a form may have at most 64 fields"));
}
