#include <algorithm>
#include <sstream>
#include <vector>

#include "catch.h"
#include "model_folder/checkpoint_files.h"
#include "program.h"

// Training in several processes of this machine.
namespace dragoman {
namespace {

/// A command line that trains TinyRun's configuration into folder/NAME.
std::string train_into(const TemporaryFolder& folder, const std::string& name,
                       const std::string& options) {
  return "\"$dragoman\" " + train_tiny(folder / name, options + " ");
}

/// False, with a warning, where LibTorch cannot join processes.
bool can_join() {
  const TemporaryFolder folder;
  const Outcome tried =
      run_bash(train_into(folder, "tried", "--processes 2 --set train.updates=1"));
  if (tried.status == 0) return true;
  if (tried.err.find("c10d") == std::string::npos) FAIL(tried.err);
  WARN("skipped: this LibTorch has no c10d with Gloo");
  return false;
}

}  // namespace

TEST_CASE("two processes train to the bytes of one, and one line each is said once") {
  if (!can_join()) return;
  const TemporaryFolder folder;
  const Outcome two = succeeded(run_bash(train_into(folder, "two", "--processes 2")));
  INFO(two.err);
  CHECK(weights_of(folder / "two") == weights_of(TinyRun::get().run()));
  const size_t first = two.err.find("training is complete");
  CHECK(first != std::string::npos);
  CHECK(two.err.find("training is complete", first + 1) == std::string::npos);
}

TEST_CASE("several processes read a configuration from stdin, also to resume the run") {
  if (!can_join()) return;
  const TemporaryFolder folder;
  const auto train = [&](const std::string& options) {
    return run_bash("cat '" + TinyRun::get().config() + "' | \"$dragoman\" train - --out '" +
                    folder / "two" + "' --processes 2 " + options);
  };
  CHECK(train("--set train.updates=8").status == 0);
  succeeded(train("--resume"));
  CHECK(weights_of(folder / "two") == weights_of(TinyRun::get().run()));
  check_error(
      run_bash("echo '{' | \"$dragoman\" train - --out '" + folder / "no" + "' --processes 2"), 2,
      "-:1:2");
}

TEST_CASE("processes that are killed or stopped lose nothing, and one process goes on from there") {
  if (!can_join()) return;
  const TemporaryFolder folder;
  const std::string quiet =
      "--set train.validate_every=100000 --set train.samples=0 --set train.tensorboard=false ";
  const std::string endless =
      train_into(folder, "killed",
                 "--processes 2 --resume --set train.updates=0 --set train.epochs=99999 " + quiet);
  // Each time, once there is another checkpoint, a process is killed; at last all are told to stop.
  const std::string script = "folder='" + folder.path() + "'\ntrain_on() { exec " + endless +
                             R"sh(2>"$folder/err"; }
    checkpoints() { ls "$folder/killed/checkpoints" 2>/dev/null | grep training | tail -n 1; }
    for victim in 1 2 1 0; do
      before=$(checkpoints)
      train_on &
      launcher=$!
      while [[ $(checkpoints) == "$before" ]]; do sleep 0.02; done
      if ((victim)); then
        kill -KILL "$(pgrep -P "$launcher" | sed -n "${victim}p")"
      else
        kill -TERM "$launcher"
      fi
      wait "$launcher"
      echo "status $?"
      grep -c 'error: ' "$folder/err"
    done)sh";
  const Outcome killed = run_bash(script);
  INFO(killed.out);
  INFO(content_of(folder / "err"));
  std::vector<std::string> lines;
  std::istringstream out(killed.out);
  for (std::string line; std::getline(out, line);) lines.push_back(line);
  REQUIRE(lines.size() == 8);
  for (size_t i = 0; i < 6; i += 2) {
    CHECK(lines[i] != "status 0");
    CHECK(lines[i + 1] != "0");
  }
  CHECK(lines[6] == "status 143");
  CHECK(lines[7] == "0");
  const auto interim = checkpoint_updates(FolderPaths(folder / "killed"), "interim-training");
  const auto regular = checkpoint_updates(FolderPaths(folder / "killed"), "training");
  const int64_t reached = std::max(interim.empty() ? 0 : interim.back(), regular.back());
  const std::string last =
      "--set train.epochs=0 --set train.updates=" + std::to_string(reached + 5) + " " + quiet;
  CHECK(run_bash(train_into(folder, "killed", "--resume " + last)).status == 0);
  CHECK(run_bash(train_into(folder, "straight", last)).status == 0);
  CHECK(weights_of(folder / "killed") == weights_of(folder / "straight"));
}

TEST_CASE("what process 0 alone finds wrong has the status and the words of one process") {
  if (!can_join()) return;
  const TemporaryFolder folder;
  const Outcome outcome =
      run_bash(train_into(folder, "run", "--processes 3 --set tokenizer.vocabulary_size=31000"));
  INFO(outcome.err);
  CHECK(outcome.status == 2);
  const size_t first = outcome.err.find("vocabulary_size 31000 is too large");
  CHECK(first != std::string::npos);
  CHECK(outcome.err.rfind("vocabulary_size 31000 is too large") == first);
  CHECK_THAT(outcome.err, ContainsSubstring("error: process 0 ended with exit status 2"));
  CHECK(outcome.err.find("process 1") == std::string::npos);
}

TEST_CASE("a process that was paused for too long blames no other process for it") {
  if (!can_join()) return;
  const TemporaryFolder folder;
  const std::string script =
      "folder='" + folder.path() + "'\n" +
      "export WORLD_SIZE=3 MASTER_ADDR=127.0.0.1 MASTER_PORT=$((20000 + $$ % 10000))\n" +
      "train() { RANK=$1 exec " +
      train_into(folder, "run",
                 "--threads 1 --set train.exchange_timeout=5 --set train.updates=0 --set "
                 "train.epochs=99999 --set train.validate_every=100000") +
      R"sh(2>"$folder/err$1"; }
    for rank in 0 1 2; do
      train $rank &
      processes[rank]=$!
    done
    until [[ -n $(ls "$folder/run/checkpoints" 2>/dev/null) ]]; do
      kill -0 "${processes[0]}" || exit 1
      sleep 0.02
    done
    kill -STOP "${processes[1]}"
    wait "${processes[0]}" "${processes[2]}"
    sleep 2
    kill -CONT "${processes[1]}"
    wait "${processes[1]}")sh";
  const Outcome outcome = run_bash(script);
  const std::string paused = content_of(folder / "err1");
  INFO(content_of(folder / "err0") + paused + content_of(folder / "err2"));
  CHECK(outcome.status == 1);
  CHECK_THAT(content_of(folder / "err0"), ContainsSubstring("did not answer within 5 seconds"));
  CHECK_THAT(paused, ContainsSubstring("process 1 of 3 cannot go on with"));
  CHECK(paused.find("did not answer") == std::string::npos);
}

TEST_CASE("a machine whose own folder has no run is told how to give the configuration") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "own/cache");
  check_error(run_bash("RANK=1 WORLD_SIZE=2 MASTER_ADDR=localhost MASTER_PORT=29999 \"$dragoman\" "
                       "train '" +
                       folder / "own" + "'"),
              2, "give the configuration with --resume, or copy that of process 0's folder here");
}

TEST_CASE("what several processes cannot do is said in one line") {
  if (!can_join()) return;
  const TemporaryFolder folder;
  const Outcome from_stdin = run_bash(
      train_into(folder, "run",
                 "--processes 2 --set data.train='[{\"tsv\": \"-\"}]' --set tokenizer.model='" +
                     TinyRun::get().run() + "/tokenizer.model'") +
      "</dev/null");
  CHECK(from_stdin.status != 0);
  CHECK_THAT(from_stdin.err, ContainsSubstring("which several processes cannot share"));
  check_error(run_bash("WORLD_SIZE=2 " + train_into(folder, "run", "")), 2, "RANK");
}

}  // namespace dragoman
