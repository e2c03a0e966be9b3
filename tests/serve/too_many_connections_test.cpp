#include <deque>
#include <filesystem>
#include <iterator>

#include "raw_client.h"
#include "running_http_server.h"

namespace {

std::ptrdiff_t num_open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return std::distance(begin(files), end(files));
}

const std::string kWaiting = post("Content-Length: 0\r\n", "", "/wait");

}  // namespace

TEST_CASE("Connections above the limit are told at once to come back") {
  auto limits = patient_limits();
  limits.max_connections = 2;
  RunningHttpServer running(limits);
  RawClient first(running.port, kWaiting);
  RawClient second(running.port, kWaiting);
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

TEST_CASE("Connections above the limit hold few files, however many they are") {
  auto limits = patient_limits();
  limits.max_connections = 1;
  RunningHttpServer running(limits);
  const RawClient first(running.port, kWaiting);
  REQUIRE(eventually([&] { return running.num_waiting == 1; }));
  const auto before = num_open_files();
  std::deque<RawClient> others;
  for (int i = 0; i < 150; ++i) CHECK(status_of(others.emplace_back(running.port).read()) == 503);
  CHECK(num_open_files() - before <= 150 + 50);
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
