#include "program.h"

namespace dragoman {

TEST_CASE("signals end the program as process 1 of a container") {
  const TemporaryFolder folder;
  write_text(folder / "reference", "a\n");
  // The program waits for a text from a pipe that stays open. In the background, bash would let it
  // ignore SIGINT.
  const std::string script = "cd '" + folder.path() + R"sh('
    container='unshare --user --map-root-user --pid --fork'
    { command -v pkill && $container true; } >/dev/null 2>&1 || { echo none; exit; }
    mkfifo pipe; exec 3<>pipe
    for signal in TERM INT HUP; do
      $container env --default-signal "$dragoman" evaluate --hypothesis - --reference reference \
        <&3 >/dev/null 2>&1 &
      for i in {1..200}; do
        sleep 0.05; kill -0 $! || break
        if ((i < 200)); then pkill -$signal -P $!; else pkill -KILL -P $!; fi
      done 2>/dev/null
      wait $!; echo $?
    done)sh";
  const Outcome outcome = run_bash(script);
  INFO(outcome.err);
  if (outcome.out == "none\n") {
    WARN("no namespaces of processes, or no pkill, here");
    return;
  }
  CHECK(outcome.out == "143\n130\n129\n");
}

}  // namespace dragoman
