#include <atomic>
#include <deque>
#include <thread>

#include "raw_client.h"
#include "running_http_server.h"

namespace {

constexpr std::chrono::milliseconds kSoon{100};

/// Sends a byte now and then while it lives.
class Drip {
 public:
  Drip(const RawClient& client, char byte)
      : thread_([this, &client, byte] {
          while (!ends_ && client.send(std::string(1, byte))) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
          }
        }) {}
  ~Drip() {
    ends_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

const std::string kWait = post("Content-Length: 0\r\n", "", "/wait");

}  // namespace

TEST_CASE("A head that comes in drips must be complete in time") {
  auto limits = patient_limits();
  limits.max_head = 1 << 20;
  limits.request_time = kSoon;
  RunningHttpServer running(limits);
  RawClient client(running.port, "GET /echo HTTP/1.1\r\nHost: ");
  const Drip drip(client, 'a');
  const std::string response = client.read_response();
  CHECK(status_of(response) == 408);
  CHECK_THAT(response, ContainsSubstring(R"("code":"request_timeout")"));
}

TEST_CASE("A body that comes in drips must be complete in time") {
  auto limits = patient_limits();
  limits.max_body = 1 << 20;
  limits.request_time = kSoon;
  RunningHttpServer running(limits);
  RawClient client(running.port, post("Content-Length: 1000000\r\n", ""));
  const Drip drip(client, 'a');
  CHECK(status_of(client.read_response()) == 408);
  CHECK(running.num_handled == 0);
}

TEST_CASE("Silent connections are closed without a word") {
  auto limits = patient_limits();
  limits.idle_time = kSoon;
  RunningHttpServer running(limits);
  RawClient silent(running.port);
  CHECK(silent.read().empty());
  RawClient used(running.port, get());
  CHECK(status_of(used.read_response()) == 200);
  CHECK(used.read().empty());
}

TEST_CASE("A client that does not read its response loses the connection") {
  auto limits = patient_limits();
  limits.write_time = kSoon;
  RunningHttpServer running(limits);
  RawClient client(running.port, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  REQUIRE(eventually([&] { return running.server.num_connections() == 1; }));
  CHECK(eventually([&] { return running.server.num_connections() == 0; }));
}

TEST_CASE("Connections above the limit are told at once to come back") {
  auto limits = patient_limits();
  limits.max_connections = 2;
  RunningHttpServer running(limits);
  RawClient first(running.port, kWait);
  RawClient second(running.port, kWait);
  REQUIRE(eventually([&] { return running.num_waiting == 2; }));
  std::deque<RawClient> others;
  for (int i = 0; i < 40; ++i) others.emplace_back(running.port, get());
  for (RawClient& other : others) {
    const std::string response = other.read();
    CHECK(status_of(response) == 503);
    CHECK_THAT(response, ContainsSubstring("Retry-After: 1\r\n"));
    CHECK_THAT(response, ContainsSubstring("Connection: close\r\n"));
    CHECK_THAT(response, ContainsSubstring(R"("code":"unavailable")"));
  }
  running.may_answer = true;
  CHECK(status_of(first.read_response()) == 200);
  CHECK(status_of(second.read_response()) == 200);
  first.close();
  CHECK(
      eventually([&] { return status_of(RawClient(running.port, get()).read_response()) == 200; }));
}

TEST_CASE("Every one of many connections at once gets an answer") {
  RunningHttpServer running;
  std::deque<RawClient> clients;
  for (int i = 0; i < 200; ++i) clients.emplace_back(running.port, get("Connection: close\r\n"));
  for (RawClient& client : clients) {
    const int status = status_of(client.read());
    CHECK((status == 200 || status == 503));
    client.close();
  }
  CHECK(eventually([&] { return running.server.num_connections() == 0; }));
}

TEST_CASE("A server that drains finishes what it works on, and keeps no connection") {
  RunningHttpServer running;
  RawClient idle(running.port, get());
  CHECK(status_of(idle.read_response()) == 200);
  RawClient waiting(running.port, kWait);
  REQUIRE(eventually([&] { return running.num_waiting == 1; }));
  running.server.drain();
  CHECK(idle.read().empty());
  RawClient late(running.port, get());
  CHECK_THAT(late.read(), ContainsSubstring("Connection: close\r\n"));
  running.may_answer = true;
  CHECK(status_of(waiting.read_response()) == 200);
  CHECK(waiting.read().empty());
}

TEST_CASE("A server that stops closes idle connections, and begun requests are told so") {
  RunningHttpServer running;
  RawClient idle(running.port, get());
  CHECK(status_of(idle.read_response()) == 200);
  RawClient begun(running.port, "GET /ec");
  REQUIRE(eventually([&] { return running.server.num_connections() == 2; }));
  running.server.stop();
  CHECK(idle.read().empty());
  const int status = status_of(begun.read());
  CHECK((status == 503 || status == 0));  // 0: the server had not read its first byte yet
  CHECK(eventually([&] { return !running.server.is_running(); }));
}

TEST_CASE("A server that was stopped before it listens does not listen") {
  dragoman::HttpServer server(patient_limits());
  REQUIRE(server.bind_to_any_port("127.0.0.1") > 0);
  server.stop();
  CHECK(server.listen_after_bind());
  CHECK_FALSE(server.is_running());
}

TEST_CASE("A port that is taken cannot be bound, and without one nothing is listened to") {
  RunningHttpServer running;
  dragoman::HttpServer other(patient_limits());
  CHECK_FALSE(other.bind_to_port("127.0.0.1", running.port));
  CHECK_FALSE(other.listen_after_bind());
}

TEST_CASE("A handler sees that its client broke the connection off") {
  RunningHttpServer running;
  RawClient client(running.port, kWait);
  REQUIRE(eventually([&] { return running.num_waiting == 1; }));
  CHECK_FALSE(running.has_seen_client_go);
  client.reset();
  CHECK(eventually([&] { return running.has_seen_client_go.load(); }));
}

TEST_CASE("A handler sees that its client closed the connection") {
  auto limits = patient_limits();
  limits.half_closed_time = std::chrono::milliseconds(0);
  RunningHttpServer running(limits);
  RawClient client(running.port, kWait);
  REQUIRE(eventually([&] { return running.num_waiting == 1; }));
  client.close();
  CHECK(eventually([&] { return running.has_seen_client_go.load(); }));
}

TEST_CASE("A client that only sends no more still gets its response") {
  auto limits = patient_limits();
  limits.half_closed_time = std::chrono::milliseconds(0);
  RunningHttpServer running(limits);
  RawClient client(running.port, kWait);
  client.half_close();
  CHECK(client.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
  running.may_answer = true;
  CHECK(status_of(client.read_response()) == 200);
  CHECK_FALSE(running.has_seen_client_go);
}

TEST_CASE("A client of HTTP/1.0 that sends no more gets nothing but its response") {
  auto limits = patient_limits();
  limits.half_closed_time = std::chrono::milliseconds(0);
  RunningHttpServer running(limits);
  RawClient client(running.port, "POST /wait HTTP/1.0\r\n\r\n");
  client.half_close();
  REQUIRE(eventually([&] { return running.num_waiting == 1; }));
  running.may_answer = true;
  CHECK(status_of(client.read()) == 200);
}
