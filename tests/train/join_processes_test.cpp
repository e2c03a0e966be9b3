#include "train/join_processes.h"

#include <spdlog/sinks/ostream_sink.h>
#include <sys/resource.h>
#include <unistd.h>

#include <sstream>
#include <utility>

#include "catch.h"
#include "several_processes.h"
#include "train/meeting_point.h"
#include "train/network.h"

#ifdef DRAGOMAN_WITH_C10D
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#endif

using namespace dragoman;

namespace {

/// Lets this process open no more files as long as it lives.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none = {0, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoMoreFiles() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;

 private:
  rlimit before_ = {};
};

std::string error_of_joining(const ProcessPlace& place, const JoinOptions& options) {
  try {
    join_processes(place, options);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

/// Options for a process that nobody meets, which says so at once.
JoinOptions reporting_to(std::ostringstream& lines) {
  JoinOptions options = kInVain;
  options.to_report = Milliseconds(0);
  options.log =
      std::make_shared<spdlog::logger>("", std::make_shared<spdlog::sinks::ostream_sink_mt>(lines));
  options.log->set_pattern("%v");
  return options;
}

}  // namespace

TEST_CASE("processes that do not come are named") {
  if (!has_c10d()) return;
  auto places = make_places(4);
  places.erase(places.begin() + 2);
  const auto errors = run_processes(
      places, [](Exchange&) {}, kImpatient);
  for (const std::string& error : errors)
    CHECK_THAT(error, ContainsSubstring("process 2 of 4 did not come to localhost:") &&
                          ContainsSubstring("within 0.8 seconds"));
}

TEST_CASE("a process waits for the first one as long as it may") {
  if (!has_c10d()) return;
  auto places = make_places(2);
  ::close(places[0].listening_socket);
  CHECK_THAT(error_of_joining(places[1], kInVain),
             ContainsSubstring("process 1 of 2 could not reach process 0 at localhost:") &&
                 ContainsSubstring("Connection refused"));
  places[1].address = "no-such-machine.invalid";
  CHECK_THAT(error_of_joining(places[1], kInVain), ContainsSubstring("cannot be resolved"));
}

TEST_CASE("a process says once whom it waits for") {
  if (!has_c10d()) return;
  std::ostringstream lines;
  const JoinOptions options = reporting_to(lines);
  const auto places = make_places(4);
  const std::string at = "localhost:" + std::to_string(places[0].port);
  run_processes(
      {places[0]}, [](Exchange&) {}, options);
  CHECK(lines.str() == "waiting at " + at + " for processes 1, 2, 3 of 4\n");

  lines.str("");
  error_of_joining(places[1], options);
  CHECK(lines.str() == "process 1 waits for process 0 at " + at + " (Connection refused)\n");
}

TEST_CASE("a process says that what listens at the address of process 0 does not answer") {
  if (!has_c10d()) return;
  std::ostringstream lines;
  const auto places = make_places(2);
  CHECK_THAT(error_of_joining(places[1], reporting_to(lines)),
             ContainsSubstring("process 0 at localhost:"));
  ::close(places[0].listening_socket);
  CHECK(lines.str() ==
        "process 1 waits for process 0 to answer at localhost:" + std::to_string(places[0].port) +
            ": does it run, and is the port its own?\n");
}

TEST_CASE("processes that were told of different numbers are told so") {
  if (!has_c10d()) return;
  auto places = make_places(3);
  places[1].size = 4;
  const auto errors = run_processes(places, [](Exchange&) {});
  for (const std::string& error : errors)
    CHECK_THAT(error, ContainsSubstring("was told of") && ContainsSubstring("start all with"));
}

TEST_CASE("a rank that comes twice is refused") {
  if (!has_c10d()) return;
  auto places = make_places(3);
  places[2].rank = 1;
  const auto errors = run_processes(
      places, [](Exchange&) {}, kImpatient);
  CHECK_THAT(errors[1] + errors[2],
             ContainsSubstring("process 1 is at localhost:") && ContainsSubstring("came again"));
  CHECK_THAT(errors[0], ContainsSubstring("process 2 of 3 did not come"));
}

TEST_CASE("a process of another job is refused") {
  if (!has_c10d()) return;
  auto places = make_places(2);
  places[0].job = "7.0";
  places[1].job = "8.0";
  const auto errors = run_processes(
      places, [](Exchange&) {}, kImpatient);
  CHECK_THAT(errors[0] + errors[1],
             ContainsSubstring("another job") && ContainsSubstring("set another MASTER_PORT"));
}

#ifdef DRAGOMAN_WITH_C10D
TEST_CASE("a process that fails before all are connected tells the others why") {
  auto places = make_places(2);
  const ProcessPlace failing = places[1];
  places.pop_back();
  std::thread other([&] {
    MeetingPoint meeting(failing, kPatient);
    meeting.meet();
    meeting.note_failure("process 1 ended: no memory");
  });
  const auto began = std::chrono::steady_clock::now();
  const auto errors = run_processes(places, [](Exchange&) {});
  other.join();
  CHECK_THAT(errors[0], ContainsSubstring("process 0 of 2 cannot be connected: ") &&
                            ContainsSubstring("process 1 ended: no memory"));
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(20));
}

TEST_CASE("processes that torchrun starts again meet, whatever earlier ones left in its store") {
  auto places = make_places(2);
  c10d::TCPStoreOptions options;
  options.port = static_cast<uint16_t>(places[0].port);
  options.isServer = true;
  options.waitWorkers = false;
  options.masterListenFd = std::exchange(places[0].listening_socket, -1);
  const c10d::TCPStore agent("localhost", options);
  for (ProcessPlace& place : places) place.agent_has_store = true;
  const auto meet = [&](const std::vector<ProcessPlace>& those, const JoinOptions& joining) {
    return run_processes(
        those, [](Exchange& exchange) { exchange.all_gather("a"); }, joining);
  };
  const std::vector<std::string> none(2);
  CHECK(meet(places, kPatient) == none);
  places[1].attempt = 1;  // the agents count differently
  CHECK(meet(places, kPatient) == none);
  CHECK_THAT(meet({places[0]}, kInVain)[0],
             ContainsSubstring("process 1 of 2 did not come to localhost:"));
  CHECK_THAT(meet({places[1]}, kInVain)[0],
             ContainsSubstring("process 0 of 2 did not come to localhost:"));
  // Process 1 comes first, and finds only what earlier ones left.
  std::string error;
  std::thread late([&] {
    std::this_thread::sleep_for(Milliseconds(200));
    error = meet({places[0]}, kPatient)[0];
  });
  CHECK(meet({places[1]}, kPatient)[0] == "");
  late.join();
  CHECK(error == "");
}
#endif

TEST_CASE("a port that is in use is named") {
  if (!has_c10d()) return;
  auto places = make_places(2);
  places[0].listening_socket = -1;
  CHECK_THAT(error_of_joining(places[0], kInVain),
             ContainsSubstring("cannot listen at port " + std::to_string(places[0].port)) &&
                 ContainsSubstring("set MASTER_PORT"));
}

TEST_CASE("a network interface that a machine lacks is named before the process comes") {
  if (!has_c10d()) return;
  auto places = make_places(2);
  places[1].interfaces = "lo,eth77";
  const auto errors = run_processes(
      places, [](Exchange&) {}, kImpatient);
  CHECK_THAT(errors[1], ContainsSubstring("process 1 of 2 has no network interface 'eth77'"));
  CHECK_THAT(errors[0], ContainsSubstring("process 1 of 2 did not come"));
}

TEST_CASE("the address towards this machine is the loopback, towards others another") {
  CHECK(is_loopback(address_towards("127.0.0.1")));
  CHECK_FALSE(is_loopback("10.0.0.1"));
  CHECK_THROWS_AS(address_towards("no-such-machine.invalid"), std::runtime_error);
}

TEST_CASE("too few open files are not taken for a network that is missing") {
  const NoMoreFiles none;
  CHECK_THROWS_WITH(address_towards("127.0.0.1"),
                    ContainsSubstring("cannot open a socket: Too many open files; raise"));
}
