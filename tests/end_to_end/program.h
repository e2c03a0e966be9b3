#pragma once

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "catch.h"
#include "temporary_folder.h"

namespace dragoman {

/// What a run of the program came to.
struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
};

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// As bash takes it.
inline std::string quoted(const std::string& text) { return "'" + text + "'"; }

/// Runs a bash command in which $dragoman is the program, and `await "COMMAND"` waits until the
/// command succeeds, and gives up after 600 tries (half a minute or more).
inline Outcome run_bash(const std::string& command) {
  const TemporaryFolder folder;
  const std::string script =
      "dragoman='" DRAGOMAN_PROGRAM
      "'\nawait() { local i; for i in {1..600}; do eval \"$1\" && return; sleep 0.05; done; "
      "echo \"waited in vain: $1\" >&2; return 1; }\n" +
      command + "\n";
  write_text(folder / "script", script);
  const int status = std::system(("bash -o pipefail '" + folder / "script" + "' >'" +
                                  folder / "out" + "' 2>'" + folder / "err" + "'")
                                     .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(folder / "out"),
          content_of(folder / "err")};
}

inline Outcome run_program(const std::string& arguments) {
  return run_bash("\"$dragoman\" " + arguments);
}

inline size_t count_lines(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// One clear line on stderr that starts as all errors do, nothing on stdout, and the status.
inline void check_error(const Outcome& outcome, int status, const std::string& says) {
  CHECK(outcome.status == status);
  const size_t at = outcome.err.find("dragoman: error: ");
  INFO(outcome.err);
  REQUIRE(at != std::string::npos);
  CHECK(count_lines(outcome.err.substr(at)) == 1);
  CHECK_THAT(outcome.err, ContainsSubstring(says));
  CHECK(outcome.out.empty());
}

/// Requires that a command succeeded. Returns its outcome.
inline Outcome succeeded(Outcome outcome) {
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome;
}

/// What TinyRun's training writes first that it can be resumed from, in a folder named run.
constexpr const char* kFirstCheckpoint = "run/checkpoints/update-00000004.training.safetensors";

/// A bash command that waits until `path` is there.
inline std::string wait_for(const std::string& path) {
  return "await \"test -e '" + path + "'\"\n";
}

/// A model folder of a tiny translator, trained for a few updates on the embedded corpus; made once
/// for all tests.
class TinyRun {
 public:
  static const TinyRun& get() {
    static const TinyRun run;
    return run;
  }

  std::string corpus(const std::string& name) const { return folder_ / "corpus/" + name; }
  std::string config() const { return folder_ / "tiny.json"; }
  std::string run() const { return folder_ / "run"; }
  const Outcome& training() const { return training_; }

  /// A copy of the run that a test may damage.
  std::string copy_to(const TemporaryFolder& place) const {
    std::filesystem::copy(run(), place / "run", std::filesystem::copy_options::recursive);
    return place / "run";
  }

 private:
  TinyRun() {
    run_program("corpus --out '" + folder_ / "corpus" + "' --pairs 300 --seed 3");
    write_text(config(), R"({"data": {"source_language": "en", "target_language": "de",
      "train": [{"source": ")" +
                             corpus("train.en") + R"(", "target": ")" + corpus("train.de") + R"("}],
      "valid": {"source": ")" +
                             corpus("valid.en") + R"(", "target": ")" + corpus("valid.de") +
                             R"("}, "max_length": 60},
      "tokenizer": {"vocabulary_size": 300},
      "model": {"encoder_layers": 1, "decoder_layers": 1, "width": 32, "feed_forward": 64, "heads": 2, "max_length": 64},
      "train": {"updates": 12, "update_tokens": 1000, "warmup": 4, "checkpoint_every": 4, "validate_every": 6,
                "report_every": 4, "keep": "last", "keep_checkpoints": 2},
      "search": {"beam": 2}})");
    training_ = run_program("train '" + config() + "' --out '" + run() + "'");
  }

  TemporaryFolder folder_;
  Outcome training_;
};

/// TinyRun's folder, as bash takes it.
inline std::string tiny_run() { return quoted(TinyRun::get().run()); }

inline std::string weights_of(const std::string& run) {
  return content_of(run + "/model.safetensors");
}

/// The arguments that train TinyRun's configuration into the folder `run`.
inline std::string train_tiny(const std::string& run, const std::string& options = "") {
  return "train " + quoted(TinyRun::get().config()) + " --out " + quoted(run) + " " + options;
}

}  // namespace dragoman
