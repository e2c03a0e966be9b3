#include <filesystem>

#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

/// A command line that trains TinyRun's configuration in a folder of the test.
std::string train(const TemporaryFolder& folder, const std::string& options) {
  return "\"$dragoman\" " + train_tiny(folder / "run", options);
}

/// Options that train on pairs from stdin with TinyRun's tokenizer.
std::string from_stdin() {
  return "--set data.train='[{\"tsv\": \"-\"}]' --set tokenizer.model='" + TinyRun::get().run() +
         "/tokenizer.model' ";
}

/// The corpus of TinyRun as one file of two columns.
std::string write_tsv(const TemporaryFolder& folder) {
  const TinyRun& tiny = TinyRun::get();
  run_bash("paste '" + tiny.corpus("train.en") + "' '" + tiny.corpus("train.de") + "' >'" +
           folder / "train.tsv" + "'");
  return folder / "train.tsv";
}

}  // namespace

TEST_CASE("training reads pairs from stdin until they end, and cannot be resumed then") {
  const TemporaryFolder folder;
  const std::string options = from_stdin() + "--set data.stream_pairs=100 --set train.updates=0 ";
  const std::string tsv = write_tsv(folder);
  const Outcome trained = succeeded(run_bash(train(folder, options) + " <'" + tsv + "'"));
  CHECK_THAT(trained.err, ContainsSubstring("standard input: 100 pairs"));
  CHECK_THAT(trained.err, ContainsSubstring("training is complete at update"));
  check_error(run_bash(train(folder, options + "--resume") + " <'" + tsv + "'"), 2,
              "data.train.0 is read from stdin");
}

TEST_CASE("training whose stdin has no usable text leaves no run behind") {
  const TemporaryFolder folder;
  const std::string command = train(folder, from_stdin() + "--set train.updates=2 <");
  write_text(folder / "empty.tsv", "");
  check_error(run_bash(command + quoted(folder / "empty.tsv")), 1, "has no usable pairs");
  write_text(folder / "bad.tsv", "one\teins\ntwo\n");
  check_error(run_bash(command + quoted(folder / "bad.tsv")), 1, ":2");
  CHECK_FALSE(std::filesystem::exists(folder / "run/config.json"));
  CHECK(run_bash(command + quoted(write_tsv(folder))).status == 0);
}

TEST_CASE("training whose stdin has gone silent ends after its last update, or by a signal") {
  const TemporaryFolder folder;
  const std::string begin = "mkfifo '" + folder / "pipe" + "'\n" +
                            train(folder, from_stdin() + "--set data.stream_pairs=100 ");
  const std::string feed = " <'" + folder / "pipe" + "' & pid=$!\nexec 3>'" + folder / "pipe" +
                           "'\ncat '" + write_tsv(folder) + "' >&3\n";
  Outcome outcome;
  SECTION("last update") {
    outcome = run_bash(begin + "--set train.updates=3" + feed + "wait $pid");
    CHECK(outcome.status == 0);
  }
  SECTION("signal") {
    outcome = run_bash(begin + "--set train.updates=0" + feed +
                       wait_for(folder / kFirstCheckpoint) + "kill -TERM $pid; wait $pid");
    CHECK(outcome.status == 143);
  }
  INFO(outcome.err);
}

TEST_CASE("a run that is resumed with a changed configuration says what differs") {
  const TemporaryFolder folder;
  succeeded(run_bash(train(folder, "--set train.updates=4 --threads 1")));
  const std::string resume = "--resume --threads 1 ";
  check_error(run_bash(train(folder, resume + "--set train.learning_rate=0.01")), 2,
              "train.learning_rate was 0.0005, is 0.01");
  check_error(run_bash(train(folder, resume + "--set tokenizer.lowercase=true --force")), 2,
              "tokenizer.lowercase was false, is true");
  check_error(run_bash(train(folder, resume + "--set train.moving_average=0.9 --force")), 2,
              "train.moving_average was 0.0, is 0.9");
  const Outcome longer = succeeded(run_bash(train(folder, resume + "--set train.updates=6")));
  CHECK_THAT(longer.err, ContainsSubstring("train.updates was 4, is 6"));
  succeeded(run_bash(train(folder, resume + "--set train.learning_rate=0.01 --force")));
  CHECK_THAT(content_of(folder / "run/config.json"), ContainsSubstring("\"learning_rate\": 0.01"));
}

TEST_CASE("another number of threads makes no difference, and no warning") {
  const TemporaryFolder folder;
  succeeded(run_bash(train(folder, "--set train.updates=2 --threads 1")));
  const Outcome resumed = succeeded(run_bash(train(folder, "--resume --threads 2")));
  CHECK_THAT(resumed.err, !ContainsSubstring("warning"));
  CHECK(weights_of(folder / "run") == weights_of(TinyRun::get().run()));
}

TEST_CASE("text that changed between two runs is refused, and taken by --force") {
  const TemporaryFolder folder;
  const std::string data = "--set data.train='[{\"tsv\": \"" + write_tsv(folder) + "\"}]' ";
  succeeded(run_bash(train(folder, data + "--set train.updates=4")));
  run_bash("echo $'A dog sleeps.\tEin Hund schläft.' >>'" + folder / "train.tsv" + "'");
  check_error(run_bash(train(folder, data + "--resume")), 2,
              "data.train.0 (its text or the tokenizer) changed since " + folder / "run" +
                  " was trained to update 4: ");
  CHECK(run_bash(train(folder, data + "--resume --force")).status == 0);
}

TEST_CASE(
    "a run whose text lies elsewhere now, or whose cache is gone, goes on as if nothing was") {
  const TemporaryFolder folder;
  const std::string tsv = write_tsv(folder);
  const auto data = [](const std::string& path) {
    return "--set data.train='[{\"tsv\": \"" + path + "\"}]' ";
  };
  succeeded(run_program(train_tiny(folder / "straight", data(tsv))));
  // Update 8 is one at which checkpoints are due.
  succeeded(run_bash(train(folder, data(tsv) + "--set train.updates=8")));
  std::filesystem::rename(tsv, folder / "moved.tsv");
  std::filesystem::remove_all(folder / "run/cache");
  std::filesystem::create_directory(folder / "run/cache");
  for (const char* left_by_others : {"0123456789abcdef.pairs", "1.pairs.dragoman-part"})
    write_text(folder / "run/cache/" + left_by_others, "x");
  CHECK(run_bash(train(folder, data(folder / "moved.tsv") + "--resume")).status == 0);
  CHECK(weights_of(folder / "run") == weights_of(folder / "straight"));
  CHECK(run_bash("ls '" + folder / "run/cache" + "' | wc -l").out == "1\n");
}

TEST_CASE("a run goes on in its folder by whatever name --out has for it") {
  const TemporaryFolder folder;
  TinyRun::get().copy_to(folder);
  const std::string inside = "cd " + quoted(folder.path()) + "\n\"$dragoman\" train ";
  for (const char* names : {"run/ --out run", "run --out ./run/"}) {
    const Outcome outcome = run_bash(inside + names);
    INFO(names << ": " << outcome.err);
    CHECK(outcome.status == 0);
  }
  check_error(run_bash(inside + "run --out other"), 2,
              "`dragoman train run/config.json --out other`");
}

TEST_CASE("a run that is resumed in another folder says where the paths of its text are from") {
  const TemporaryFolder folder;
  const std::string corpus = TinyRun::get().corpus("");
  const Outcome outcome = run_bash(
      "cd " + quoted(folder.path()) + "\ncp " + quoted(corpus) + "*.?? .\nmkdir other\nsed 's#" +
      corpus + "##' " + quoted(TinyRun::get().config()) +
      " >c.json\n\"$dragoman\" train c.json --out run --set train.updates=4 2>/dev/null || exit 9\n"
      "rm -r run/cache; cd other && \"$dragoman\" train ../run --set train.updates=8");
  check_error(outcome, 1, "cannot open 'train.en'");
  CHECK_THAT(outcome.err, ContainsSubstring("by paths from the folder where it was begun"));
}

TEST_CASE("fine-tuning starts from another folder's weights, with its model and tokenizer") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  write_text(folder / "fine.json", R"({"data": {"max_length": 60, "train": [{"source": ")" +
                                       tiny.corpus("train.en") + R"(", "target": ")" +
                                       tiny.corpus("train.de") + R"("}]},
      "train": {"from": ")" + tiny.run() +
                                       R"(", "updates": 1, "learning_rate": 0,
                "initial_rate": 0, "keep": "last", "schedule": "constant"}})");
  const std::string command =
      "train '" + folder / "fine.json" + "' --out '" + folder / "fine" + "'";
  succeeded(run_program(command));
  const std::string input = " --input '" + tiny.corpus("test.en") + "'";
  CHECK(run_program("translate '" + folder / "fine" + "'" + input + " --beam 2").out ==
        run_program("translate " + tiny_run() + input).out);
  CHECK(run_program(command + " --resume --set train.updates=2").status == 0);
}

TEST_CASE("validations log the translations of the first lines") {
  const TinyRun& tiny = TinyRun::get();
  std::istringstream table(content_of(tiny.run() + "/valid.tsv"));
  std::string header, row;
  std::getline(table, header);
  CHECK(header ==
        "update\tepoch\tloss\tperplexity\tbleu\tchrf\tbest\tsample_1\tsample_2\tsample_3");
  while (std::getline(table, row)) CHECK(std::count(row.begin(), row.end(), '\t') == 9);
}

TEST_CASE("the log names the signatures of validations' scores") {
  const TemporaryFolder folder;
  const std::string options = "--set train.updates=1 --set tokenizer.lowercase=";
  const Outcome cased = run_bash(train(folder, options + "false"));
  CHECK_THAT(cased.err, ContainsSubstring("score by BLEU|nrefs:1|case:mixed|eff:no|tok:13a|") &&
                            ContainsSubstring(", chrF2|nrefs:1|case:mixed|"));
  const TemporaryFolder other;
  const Outcome lowercased = run_bash(train(other, options + "true"));
  CHECK_THAT(lowercased.err, ContainsSubstring("score by BLEU|nrefs:1|case:lc|eff:no|tok:13a|") &&
                                 ContainsSubstring(", chrF2|nrefs:1|case:lc|"));
}

TEST_CASE("a tag stands before each source of its corpus and is one token") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  succeeded(run_bash(train(folder, "--set 'data.train.0.tag=<2de>'")));
  const Outcome pieces = run_program("tokenizer encode '" + folder / "run/tokenizer.model" +
                                     "' <<< '<2de> The dog sleeps.'");
  CHECK_THAT(pieces.out, ContainsSubstring("<2de> "));
  const TemporaryFolder other;
  check_error(run_bash(train(other, "--set 'data.train.0.tag=<2de>' --set tokenizer.model='" +
                                        tiny.run() + "/tokenizer.model'")),
              1, "the tag <2de> of");
}

TEST_CASE("a full disk ends nothing that was saved, and the run goes on when there is room") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  succeeded(run_bash(train(folder, "--set train.updates=4")));
  const Outcome full = run_bash("trap '' XFSZ; ulimit -f 20; " +
                                train(folder, "--resume --set train.tensorboard=false"));
  CHECK(full.status == 1);
  CHECK_THAT(full.err, ContainsSubstring("the checkpoint is not saved: cannot write"));
  CHECK_THAT(full.err, ContainsSubstring("update 12 epoch"));
  const Outcome resumed = succeeded(run_bash(train(folder, "--resume")));
  CHECK_THAT(resumed.err, ContainsSubstring("going on from update 4"));
  CHECK(weights_of(folder / "run") == weights_of(tiny.run()));
}

}  // namespace dragoman
