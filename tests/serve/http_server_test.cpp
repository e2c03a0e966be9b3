#include "serve/http/http_server.h"

#include <regex>

#include "raw_client.h"
#include "running_http_server.h"

namespace {

std::string answer(RunningHttpServer& running, const std::string& request) {
  RawClient client(running.port, request);
  return client.read_response();
}

std::string body_of(const std::string& response) {
  return response.substr(response.find("\r\n\r\n") + 4);
}

const std::string kChunked = "Transfer-Encoding: chunked\r\n";

}  // namespace

TEST_CASE("A request is answered, and its connection kept for the next") {
  RunningHttpServer running;
  RawClient client(running.port);
  for (int i = 0; i < 3; ++i) {
    client.send(post("Content-Length: 2\r\n", "hi"));
    CHECK(body_of(client.read_response()) == "POST [hi]");
  }
  CHECK(running.server.num_connections() == 1);
}

TEST_CASE("A connection is kept for any number of requests") {
  RunningHttpServer running;
  RawClient client(running.port);
  for (int i = 0; i < 201; ++i) {
    std::string requests;
    for (int j = 0; j < 50; ++j) requests += get();
    client.send(requests);
    for (int j = 0; j < 50; ++j) REQUIRE(status_of(client.read_response()) == 200);
  }
}

TEST_CASE("Requests that are sent together are answered in their order") {
  RunningHttpServer running;
  RawClient client(running.port);
  client.send(get() + post("Content-Length: 1\r\n", "a") + post(kChunked, "1\r\nb\r\n0\r\n\r\n") +
              "\r\n" + get());
  for (const std::string body : {"GET []", "POST [a]", "POST [b]", "GET []"}) {
    CHECK(body_of(client.read_response()) == body);
  }
}

TEST_CASE("A body that nobody asked for is not taken for the next request") {
  RunningHttpServer running;
  RawClient client(running.port, get("Content-Length: 6\r\n") + "BREW /" + get());
  CHECK(body_of(client.read_response()) == "GET []");
  CHECK(body_of(client.read_response()) == "GET []");
}

TEST_CASE("A request that comes byte by byte is the same") {
  RunningHttpServer running;
  RawClient client(running.port);
  for (const char c : post(kChunked, "2;a=b\r\nhi\r\n01\r\n!\r\n0\r\nTrailer: a\r\n\r\n")) {
    client.send(std::string(1, c));
  }
  CHECK(body_of(client.read_response()) == "POST [hi!]");
}

TEST_CASE("A body without a length is empty") {
  RunningHttpServer running;
  CHECK(body_of(answer(running, post("", ""))) == "POST []");
}

TEST_CASE("HTTP/1.0 is answered, and the connection closed") {
  RunningHttpServer running;
  RawClient client(running.port, "GET /echo HTTP/1.0\r\n\r\n");
  const std::string response = client.read();
  CHECK(body_of(response) == "GET []");
  CHECK_THAT(response, ContainsSubstring("Connection: close\r\n"));
}

TEST_CASE("Every response has its date") {
  RunningHttpServer running;
  const std::regex date(
      "\r\nDate: (Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-3]\\d "
      "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) 2\\d{3} [0-2]\\d:[0-5]\\d:[0-6]\\d "
      "GMT\r\n");
  for (const std::string& request : {get(), get("A : b\r\n"), post("", "", "/nothing")})
    CHECK(std::regex_search(answer(running, request), date));
}

TEST_CASE("A stream comes in chunks, and to HTTP/1.0 as it is, until the connection is closed") {
  RunningHttpServer running;
  RawClient client(running.port, post("Connection: close\r\n", "", "/stream"));
  CHECK(body_of(client.read()) == "1\r\n1\r\n1\r\n2\r\n1\r\n3\r\n0\r\n\r\n");
  RawClient old(running.port, "POST /stream HTTP/1.0\r\n\r\n");
  CHECK(body_of(old.read()) == "123");
}

TEST_CASE("A client that asks for it gets its connection closed") {
  RunningHttpServer running;
  RawClient client(running.port, get("Connection: CLOSE\r\n"));
  CHECK(body_of(client.read()) == "GET []");
}

TEST_CASE("HEAD is answered by a head alone") {
  RunningHttpServer running;
  RawClient client(running.port, "HEAD /echo HTTP/1.1\r\nHost: a\r\n\r\n" + get());
  const std::string head = client.read_until("\r\n\r\n");
  CHECK(status_of(head) == 200);
  CHECK_THAT(head, ContainsSubstring("Content-Length: 7\r\n"));  // of "HEAD []"
  CHECK(body_of(client.read_response()) == "GET []");
}

TEST_CASE("A client that asks first is told to send its body, if that is not too long") {
  RunningHttpServer running;
  const std::string expect = "Expect: 100-continue\r\n";
  RawClient client(running.port, post(expect + "Content-Length: 2\r\n", ""));
  CHECK(client.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("hi");
  CHECK(body_of(client.read_response()) == "POST [hi]");
  CHECK(status_of(answer(running, post(expect + "Content-Length: 1001\r\n", ""))) == 413);
  CHECK(status_of(answer(running, get("Expect: wonders\r\n"))) == 417);
}

TEST_CASE("A body above the limit gets 413 and no handler, whatever tells its length") {
  RunningHttpServer running;
  const std::string body(1001, 'a');
  for (const auto& request : {post("Content-Length: 1001\r\n", body),
                              post("Content-Length: 99999999999999999999\r\n", ""),
                              post(kChunked, "3e9\r\n" + body + "\r\n0\r\n\r\n"),
                              post(kChunked, "3e8\r\n" + body.substr(1) + "\r\n1\r\na\r\n"),
                              post(kChunked, "ffffffffffffffffffffffff\r\n")}) {
    const std::string response = answer(running, request);
    CHECK(status_of(response) == 413);
    CHECK_THAT(response, ContainsSubstring(R"({"error":{"code":"body_too_large",)"));
  }
  CHECK(running.num_handled == 0);
  const std::string largest = post("Content-Length: 1000\r\n", body.substr(1));
  CHECK(status_of(answer(running, largest)) == 200);
}

TEST_CASE("A head above the limit gets 431") {
  RunningHttpServer running;
  CHECK(status_of(answer(running, get("A: " + std::string(1000, 'a') + "\r\n"))) == 431);
  CHECK(status_of(answer(running, "GET /" + std::string(2000, 'a'))) == 431);
  CHECK(status_of(answer(running, std::string(2000, '\r'))) == 431);
  CHECK(status_of(answer(running, get("A: " + std::string(900, 'a') + "\r\n"))) == 200);
}

TEST_CASE("Bytes that are no request get 400, and the connection is closed") {
  RunningHttpServer running;
  for (const std::string& request :
       {std::string("\x16\x03\x01\x02"), std::string("\0", 1), std::string("GET /echo\r\n\r\n"),
        std::string("GET /echo HTTP/1.1\nHost: a\n\n"), std::string("BREW /echo HTTP/1.1\r\n"),
        std::string("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), get("Host: b\r\n"), get("A : b\r\n"),
        get("A: b\r\n folded\r\n"), get("Content-Length: -1\r\n"),
        post("Content-Length: 1\r\nContent-Length: 2\r\n", "ab"),
        post("Content-Length: 5\r\n" + kChunked, "0\r\n\r\n"),
        post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n")}) {
    CAPTURE(request);
    RawClient client(running.port, request);
    client.half_close();
    CHECK(status_of(client.read()) == 400);
  }
  CHECK(running.num_handled == 0);
}

TEST_CASE("A chunk with no proper size, or a longer one, is malformed") {
  RunningHttpServer running;
  for (const std::string body : {"\r\n", "x\r\n", "-1\r\n", "0x1\r\na\r\n", "1 1\r\na\r\n",
                                 ";a\r\n", "1\r\nab\r\n", "1\na\r\n", "1\r\na\n0\r\n\r\n"}) {
    CAPTURE(body);
    CHECK(status_of(answer(running, post(kChunked, body))) == 400);
  }
}

TEST_CASE("A method that is not known gets 405") {
  RunningHttpServer running;
  CHECK(status_of(answer(running, "BREW /echo HTTP/1.1\r\nHost: a\r\n\r\n")) == 405);
}

TEST_CASE("A request that ends too early gets 400 from a client that still listens") {
  RunningHttpServer running;
  for (const std::string& request :
       {get().substr(0, 20), post("Content-Length: 5\r\n", "hi"), post(kChunked, "5\r\nhi")}) {
    RawClient client(running.port, request);
    client.half_close();
    CHECK(status_of(client.read()) == 400);
  }
}

TEST_CASE("Handlers get headers as they were sent, and the client's address") {
  RunningHttpServer running;
  const std::string response = answer(running, get("X-Sent: 100%41%0d%u0041\r\n"));
  CHECK_THAT(response, ContainsSubstring("X-Seen: 100%41%0d%u0041\r\n"));
  CHECK_THAT(response, ContainsSubstring("X-Address: 127.0.0.1\r\n"));
}

TEST_CASE("Responses are neither cut into ranges nor compressed, and bodies not decompressed") {
  RunningHttpServer running;
  CHECK(body_of(answer(running, get("Range: bytes=0-0\r\n"))) == "GET []");
  CHECK(body_of(answer(running, get("Accept-Encoding: br, gzip\r\n"))) == "GET []");
  const std::string coded = "Content-Encoding: gzip\r\nContent-Length: 1\r\n";
  CHECK(status_of(answer(running, post(coded, "a"))) == 415);
}

TEST_CASE("Requests that are refused before they are understood can be logged") {
  RunningHttpServer running;
  CHECK(status_of(answer(running, get("A : b\r\n"))) == 400);
  CHECK(running.last_refusal == 400);
}

TEST_CASE("A request that is refused after its head tells what was in it") {
  RunningHttpServer running;
  const std::string sent = "X-Sent: mine\r\n";
  for (const std::string& request :
       {post(sent + "Content-Encoding: gzip\r\n", ""), post(sent + "Content-Length: 1001\r\n", ""),
        post(sent + kChunked, "x\r\n")}) {
    const std::string response = answer(running, request);
    CHECK(status_of(response) >= 400);
    CHECK_THAT(response, ContainsSubstring("X-Refused: POST /echo\r\n"));
    CHECK_THAT(response, ContainsSubstring("X-Seen: mine\r\n"));
  }
}

TEST_CASE("A HEAD request that is refused gets no body") {
  RunningHttpServer running;
  RawClient client(running.port,
                   "HEAD /echo HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\n\r\n");
  const std::string response = client.read();
  CHECK(status_of(response) == 415);
  CHECK(body_of(response).empty());
}
