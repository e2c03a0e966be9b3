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

const std::string kLarge = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n";
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
  RawClient client(running.port, kLarge);
  REQUIRE(eventually([&] { return running.server.num_connections() == 1; }));
  CHECK(eventually([&] { return running.server.num_connections() == 0; }));
  CHECK(running.num_lost == 1);
  CHECK(status_of(RawClient(running.port, get()).read_response()) == 200);
  CHECK(running.num_lost == 1);
}

TEST_CASE("Of a response that its client does not read, the system takes little") {
  auto limits = patient_limits();
  limits.write_time = kSoon;
  RunningHttpServer running(limits);
  const RawClient client(running.port, 4096);
  client.send(post("", "", "/pieces"));
  REQUIRE(eventually([&] { return running.num_pieces > 0; }));
  CHECK(eventually([&] { return running.server.num_connections() == 0; }));
  CHECK(running.num_pieces * RunningHttpServer::kPiece < 1 << 20);
  CHECK(running.num_lost == 1);
}

TEST_CASE("A stream that the server cuts off is not one that its client did not take") {
  auto limits = patient_limits();
  limits.max_outgoing = 1 << 20;
  RunningHttpServer running(limits);
  RawClient slow(running.port, kLarge);
  REQUIRE(status_of(slow.read_until("\r\n\r\n")) == 200);
  RawClient cut(running.port, post("Content-Length: 0\r\n", "", "/pieces"));
  CHECK(status_of(cut.read()) == 200);
  CHECK(eventually([&] { return running.num_lost == 1; }));
  CHECK(running.last_late_error == 503);
}

TEST_CASE("A stream that ends with the server is not one that its client did not take") {
  RunningHttpServer running;
  RawClient client(running.port, post("Content-Length: 0\r\n", "", "/pieces"));
  REQUIRE(status_of(client.read_until("\r\n\r\n")) == 200);
  running.server.stop();
  CHECK(running.num_lost == 1);
  CHECK(running.last_late_error == 503);
}

TEST_CASE("A client that goes on asking and reads nothing loses the connection") {
  auto limits = patient_limits();
  limits.write_time = kSoon;
  RunningHttpServer running(limits);
  RawClient client(running.port);
  std::thread asking([&] {
    while (client.send(get())) {
    }
  });
  CHECK(eventually([&] { return running.num_handled > 0; }));
  CHECK(eventually([&] { return running.server.num_connections() == 0; }));
  asking.join();
}

TEST_CASE("A client that reads its response too slowly loses the connection") {
  auto limits = patient_limits();
  limits.write_time = kSoon;
  limits.least_rate = 1 << 30;
  RunningHttpServer running(limits);
  RawClient client(running.port, kLarge);
  size_t size = 0;
  for (size_t more = 1; more > 0; size += more) {
    more = client.read(4096).size();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(size < 64 << 20);
}

TEST_CASE("Large responses that wait are limited in bytes together") {
  auto limits = patient_limits();
  limits.max_outgoing = 1 << 20;
  RunningHttpServer running(limits);
  {
    RawClient slow(running.port, kLarge);
    REQUIRE(status_of(slow.read_until("\r\n\r\n")) == 200);
    RawClient refused(running.port, kLarge);
    CHECK(status_of(refused.read()) == 503);
    CHECK(running.last_refusal == 503);
    CHECK(status_of(RawClient(running.port, get()).read_response()) == 200);
  }
  CHECK(eventually(
      [&] { return status_of(RawClient(running.port, kLarge).read_until("\r\n\r\n")) == 200; }));
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

TEST_CASE("A server that stops closes idle connections, and requests are told so") {
  RunningHttpServer running;
  RawClient idle(running.port, get());
  CHECK(status_of(idle.read_response()) == 200);
  RawClient begun(running.port, "GET /ec");
  RawClient waiting(running.port, kWait);
  REQUIRE(eventually([&] { return running.num_waiting == 1; }));
  REQUIRE(eventually([&] { return running.server.num_connections() == 3; }));
  running.server.stop();
  CHECK(idle.read().empty());
  CHECK(status_of(waiting.read()) == 503);
  const int status = status_of(begun.read());
  CHECK((status == 503 || status == 0));  // 0: the server had not read its first byte yet
}

TEST_CASE("A server that was stopped before it listens ends") {
  dragoman::HttpServer server(patient_limits());
  server.stop();
  CHECK(server.num_connections() == 0);
}

TEST_CASE("Connections that are silent do not count as those of clients that go on asking") {
  RunningHttpServer running;
  RawClient asking(running.port, kWait);
  RawClient silent(running.port);
  CHECK(eventually([&] { return running.server.num_connections() == 2; }));
  CHECK(eventually([&] { return running.server.num_active() == 1; }));
  silent.send(get());
  CHECK(status_of(silent.read_response()) == 200);
  CHECK(running.server.num_connections() == 2);
}

TEST_CASE("Many slow clients keep nobody else waiting") {
  auto limits = patient_limits();
  limits.max_connections = 1000;
  RunningHttpServer running(limits);
  std::deque<RawClient> slow;
  for (int i = 0; i < 300; ++i) slow.emplace_back(running.port, "GET /echo HTTP/1.1\r\nHo");
  CHECK(status_of(RawClient(running.port, get()).read_response()) == 200);
  for (RawClient& client : slow) client.send("st: a\r\n\r\n");
  for (RawClient& client : slow) CHECK(status_of(client.read_response()) == 200);
}

TEST_CASE("Requests that come in are limited in bytes together") {
  auto limits = patient_limits();
  limits.max_incoming = 500;
  RunningHttpServer running(limits);
  RawClient large(running.port, post("Content-Length: 1000\r\n", std::string(600, 'a')));
  CHECK(status_of(large.read_response()) == 503);
  CHECK(
      eventually([&] { return status_of(RawClient(running.port, get()).read_response()) == 200; }));
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
