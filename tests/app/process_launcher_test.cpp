#include "app/process_launcher.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <set>

#include "captured_stderr.h"
#include "catch.h"
#include "temporary_folder.h"

using namespace dragoman;

namespace {

LaunchRequest script_for(int num_processes, const std::string& script) {
  return {.command = {"/bin/sh", "-c", script}, .num_processes = num_processes};
}

int launch_script(int num_processes, const std::string& script) {
  return launch_processes(script_for(num_processes, script), make_null_logger());
}

std::set<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::set<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.insert(line);
  return lines;
}

/// Changes what a signal does while it lives.
class SignalAction {
 public:
  SignalAction(int signal, void (*action)(int))
      : signal_(signal), before_(std::signal(signal, action)) {}
  ~SignalAction() { std::signal(signal_, before_); }
  SignalAction(const SignalAction&) = delete;
  SignalAction& operator=(const SignalAction&) = delete;

 private:
  int signal_;
  void (*before_)(int);
};

/// Ends the process if it lives longer than `seconds`.
struct Alarm {
  explicit Alarm(unsigned seconds) { ::alarm(seconds); }
  ~Alarm() { ::alarm(0); }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;
};

}  // namespace

TEST_CASE("each process is told its place, and process 0 where it listens") {
  const TemporaryFolder folder;
  const std::string script =
      "echo $RANK of $WORLD_SIZE, $LOCAL_RANK of $LOCAL_WORLD_SIZE at "
      "$MASTER_ADDR >>" +
      folder / "places" + "; echo $MASTER_PORT >>" + folder / "ports" +
      "; if [ $RANK = 0 ]; then test -S "
      "/proc/self/fd/$DRAGOMAN_LISTENING_SOCKET; else "
      "test -z \"$DRAGOMAN_LISTENING_SOCKET\"; fi";
  CHECK(launch_script(3, script) == 0);
  CHECK(lines_of(folder / "places") == std::set<std::string>{"0 of 3, 0 of 3 at 127.0.0.1",
                                                             "1 of 3, 1 of 3 at 127.0.0.1",
                                                             "2 of 3, 2 of 3 at 127.0.0.1"});
  CHECK(lines_of(folder / "ports").size() == 1);
}

TEST_CASE("processes end although the parent of the program ignored the signal of their ends") {
  const SignalAction ignored(SIGCHLD, SIG_IGN);
  const Alarm alarm(60);  // without the signal, the launcher would wait for ever
  CHECK(launch_script(2, "exit $RANK") == 1);
}

TEST_CASE("each process reads all of a kept stdin") {
  const TemporaryFolder folder;
  const int before = ::dup(STDIN_FILENO);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], "one\ntwo\n", 8) == 8);
  ::close(ends[1]);
  ::dup2(ends[0], STDIN_FILENO);
  ::close(ends[0]);
  keep_stdin();
  LaunchRequest request = script_for(3, "cat >'" + folder / "read" + "'.$RANK");
  request.rereads_stdin = true;
  CHECK(launch_processes(request, make_null_logger()) == 0);
  ::dup2(before, STDIN_FILENO);
  ::close(before);
  for (const char* const rank : {".0", ".1", ".2"})
    CHECK(lines_of(folder / "read" + rank) == std::set<std::string>{"one", "two"});
}

TEST_CASE("processes do not look for the store of a torchrun that started the launcher") {
  const TemporaryFolder folder;
  ::setenv("TORCHELASTIC_USE_AGENT_STORE", "True", 1);
  CHECK(launch_script(2, "echo $TORCHELASTIC_USE_AGENT_STORE >>" + folder / "stores") == 0);
  ::unsetenv("TORCHELASTIC_USE_AGENT_STORE");
  CHECK(lines_of(folder / "stores") == std::set<std::string>{"False"});
}

TEST_CASE("what process 0 says comes as it is, and lines of others with their names") {
  const std::string script =
      "if [ $RANK = 0 ]; then echo first >&2; exit; fi; echo out; "
      "echo 'process 1: err' >&2; printf unended";
  std::string said = captured_stderr([&] { CHECK(launch_script(2, script) == 0); });
  const std::string first = "first\n";  // comes at any time
  const size_t place = said.find(first);
  REQUIRE(place != std::string::npos);
  said.erase(place, first.size());
  CHECK(said == "process 1: out\nprocess 1: err\nprocess 1: unended\n");
}

TEST_CASE("one that fails ends the others, and gives the status") {
  CHECK(launch_script(3, "if [ $RANK = 1 ]; then exit 3; fi; exec sleep 600") == 3);
  CHECK(launch_script(2, "if [ $RANK = 1 ]; then kill -KILL $$; fi; exec sleep 600") == 137);
  CHECK(launch_script(2, "if [ $RANK = 0 ]; then kill -TERM $$; fi; exec sleep 600") == 143);
}

TEST_CASE("which one failed, and how, is said once") {
  const std::string said = captured_stderr([] {
    launch_processes(script_for(2, "if [ $RANK = 1 ]; then exit 3; fi; exec sleep 600"),
                     make_stderr_logger());
  });
  CHECK(said == "error: process 1 ended with exit status 3: the others are being ended\n");
}

TEST_CASE("one that ends because another failed is not blamed, and the other may say why") {
  const std::string follow = "if [ $RANK = 1 ]; then exit " + std::to_string(kExitOtherFailed);
  int status = 0;
  const std::string said = captured_stderr([&] {
    status = launch_processes(script_for(2, follow + "; fi; sleep 0.2; echo why >&2; exit 2"),
                              make_stderr_logger());
  });
  CHECK(status == 2);
  CHECK(said.starts_with("why\nerror: process 0 ended with exit status 2"));
  CHECK(launch_script(2, follow + "; fi; exit 141") == 141);
  CHECK(launch_script(2, follow + "; fi") == 1);
  LaunchRequest request = script_for(2, follow + "; fi; exec sleep 600");
  request.patience = std::chrono::milliseconds(100);
  CHECK(launch_processes(request, make_null_logger()) == 137);
}

TEST_CASE("one that does not heed SIGTERM is killed") {
  LaunchRequest request = script_for(
      2, "trap '' TERM; if [ $RANK = 1 ]; then exit 5; fi; while :; do sleep 0.05; done");
  request.patience = std::chrono::milliseconds(100);
  CHECK(launch_processes(request, make_null_logger()) == 5);
}

TEST_CASE("a signal is passed on to all, and gives the status if they end by it") {
  const auto stopped_by = [](const std::string& name, const std::string& status) {
    return launch_script(2, "trap 'exit " + status + "' " + name +
                                "; if [ $RANK = 1 ]; then kill -" + name +
                                " $PPID; fi; while :; do sleep 0.05; done");
  };
  CHECK(stopped_by("TERM", "143") == 143);
  const SignalAction heeded(SIGHUP, SIG_DFL);  // nohup lets programs ignore it
  CHECK(stopped_by("HUP", "129") == 129);
}

TEST_CASE("a signal that the launcher ignores is not passed on") {
  const SignalAction ignored(SIGINT, SIG_IGN);
  CHECK(launch_script(2,
                      "if [ $RANK = 1 ]; then sleep 0.2; exec kill -INT $PPID; fi; "
                      "exec env --default-signal=INT sleep 0.5") == 0);
}

TEST_CASE("those that a signal stopped may end after each other") {
  const TemporaryFolder folder;
  const std::string script = "if [ $RANK = 1 ]; then exit 143; fi; sleep 0.2; echo saved >" +
                             folder / "saved" + "; exit 143";
  CHECK(launch_script(2, script) == 143);
  CHECK(lines_of(folder / "saved") == std::set<std::string>{"saved"});
}

TEST_CASE("a program that cannot be run is named") {
  const LaunchRequest request{.command = {"/no/such/program"}, .num_processes = 2};
  const std::string said =
      captured_stderr([&] { CHECK(launch_processes(request, make_null_logger()) == 127); });
  CHECK_THAT(said, ContainsSubstring("cannot run /no/such/program"));
}

TEST_CASE("processes end with the one that started them") {
  Pipe pipe;  // which they all hold
  const int launcher = ::fork();
  if (launcher == 0) {
    launch_script(2, "if [ $RANK = 0 ]; then kill -KILL $PPID; fi; exec sleep 600");
    _exit(0);
  }
  pipe.close_writer();
  char none = 0;
  CHECK(::read(pipe.ends[0], &none, 1) == 0);  // nobody is left to write
  int status = 0;
  ::waitpid(launcher, &status, 0);
  CHECK(WIFSIGNALED(status));
}

TEST_CASE("a command line without one of its options") {
  const std::vector<std::string> arguments = {"dragoman", "train",         "--processes", "2",
                                              "a.json",   "--processes=3", "--out",       "RUN"};
  CHECK(without_option(arguments, "--processes") ==
        std::vector<std::string>{"dragoman", "train", "a.json", "--out", "RUN"});
  CHECK(own_command().front().ends_with("app_tests"));
}
