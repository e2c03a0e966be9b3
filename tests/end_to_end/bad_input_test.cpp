#include <filesystem>

#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

/// Trains the tiny configuration with settings changed.
Outcome train(const TemporaryFolder& folder, const std::string& changes) {
  return run_program(train_tiny(folder / "new", changes));
}

std::string set_data(const std::string& source, const std::string& target) {
  return "--set data.train.0.source='" + source + "' --set data.train.0.target='" + target + "' ";
}

}  // namespace

TEST_CASE("a missing file is named") {
  const TemporaryFolder folder;
  check_error(train(folder, set_data(folder / "no.en", folder / "no.de")), 1, "no.en");
  check_error(run_program("translate " + tiny_run() + " --input '" + folder / "no.en" + "'"), 1,
              "no.en");
  check_error(run_program("train '" + folder / "no.json" + "' --out '" + folder / "new" + "'"), 1,
              "no.json");
}

TEST_CASE("a directory instead of a file is named") {
  const TemporaryFolder folder;
  check_error(train(folder, set_data(folder.path(), folder.path())), 1, "folder");
  check_error(run_program("translate " + tiny_run() + " --input '" + folder.path() + "'"), 1,
              "folder");
}

TEST_CASE("an empty corpus cannot be trained on") {
  const TemporaryFolder folder;
  write_text(folder / "a.en", "");
  check_error(train(folder, set_data(folder / "a.en", folder / "a.en")), 1, "data.train");
  write_text(folder / "a.en", "\n\n");
  check_error(train(folder, set_data(folder / "a.en", folder / "a.en")), 1, "");
}

TEST_CASE("a corpus of one line trains, or says what vocabulary it allows") {
  const TemporaryFolder folder;
  write_text(folder / "a.en", "The dog sleeps.");
  write_text(folder / "a.de",
             "Der Hund schl\xc3\xa4"
             "ft.");
  const std::string data = set_data(folder / "a.en", folder / "a.de");
  check_error(train(folder, data), 2, "vocabulary_size");
  CHECK(train(folder, data + "--set tokenizer.type=char --set tokenizer.vocabulary_size=20 --set "
                             "tokenizer.character_coverage=1")
            .status == 0);
}

TEST_CASE("a vocabulary larger than the text allows says how large it may be") {
  const TemporaryFolder folder;
  check_error(train(folder, "--set tokenizer.vocabulary_size=30000"), 2, "at most");
}

TEST_CASE("an unknown or mistyped key is named, with what may have been meant") {
  const TemporaryFolder folder;
  check_error(train(folder, "--set model.dropuot=0.1"), 2, "did you mean `dropout`");
  check_error(train(folder, "--set model.dropout=high"), 2, "model.dropout");
  check_error(train(folder, "--set tokenizer.character_coverage=0.97"), 2, "between 0.98 and 1");
  check_error(run_program("train"), 2, "CONFIG");
  check_error(run_program("trian x"), 2, "trian");
}

TEST_CASE("unequal line counts and invalid UTF-8 in training text name file and line") {
  const TemporaryFolder folder;
  write_text(folder / "a.en", "one\ntwo\n");
  write_text(folder / "a.de", "eins\n");
  check_error(train(folder, set_data(folder / "a.en", folder / "a.de")), 1, "a.de:1");
  write_text(folder / "a.de", "eins\nzw\xff\n");
  check_error(train(folder, set_data(folder / "a.en", folder / "a.de")), 1, "a.de:2");
}

TEST_CASE("a folder that is no model folder says so") {
  const TemporaryFolder folder;
  for (const char* command : {"translate", "info", "average"}) {
    check_error(run_program(std::string(command) + " '" + folder.path() + "'" +
                            (std::string(command) == "translate" ? " </dev/null" : "")),
                1, "not a model folder");
  }
  check_error(run_program("translate '" + folder / "nothing" + "' </dev/null"), 1,
              "not a model folder");
}

TEST_CASE("a truncated or altered weights file is found out") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder), weights = run + "/model.safetensors";
  std::string content = content_of(weights);
  write_text(weights, content.substr(0, content.size() / 2));
  check_error(run_program("translate '" + run + "' </dev/null"), 1, "model.safetensors");
  content[content.size() - 100] ^= 1;
  write_text(weights, content);
  check_error(run_program("translate '" + run + "' </dev/null"), 1, "model.safetensors");
  write_text(weights, "");
  check_error(run_program("translate '" + run + "' </dev/null"), 1, "model.safetensors");
}

TEST_CASE("a checkpoint without its model file is named, and nothing is said of the text") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder);
  for (const char* const update : {"08", "12"})
    std::filesystem::remove(run + "/checkpoints/update-000000" + update + ".model.safetensors");
  const Outcome outcome = run_program("train '" + run + "' --set train.updates=20");
  check_error(outcome, 1, "update-00000008.model.safetensors");
  CHECK_THAT(outcome.err, !ContainsSubstring("run the command there"));
}

TEST_CASE("a wrong config.json of a model folder is damage, perhaps of a later version") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder), config = run + "/config.json";
  std::string text = content_of(config);
  text.replace(text.find("\"feed_forward\""), 14, "\"feed_forwards\"");
  write_text(config, text);
  check_error(run_program("translate '" + run + "' </dev/null"), 1,
              run + " may be of a later version: unknown key `feed_forwards` in model");
}

TEST_CASE("a model folder whose settings contradict each other is opened by no command") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder);
  std::string config = content_of(run + "/config.json");
  const std::string heads = "\"heads\": 2";
  REQUIRE(config.find(heads) != std::string::npos);
  write_text(run + "/config.json",
             config.replace(config.find(heads), heads.size(), "\"heads\": 3"));
  const std::string command[] = {"translate '" + run + "' </dev/null", "info '" + run + "'",
                                 "pack '" + run + "' --out '" + folder / "packed'",
                                 "serve '" + run + "' --port 0",
                                 "score '" + run + "' --source /dev/null --target /dev/null"};
  for (const std::string& one : command) check_error(run_program(one), 1, "model.heads is 3");
}

TEST_CASE("weights of another shape name the tensor and both shapes") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder), config = run + "/config.json";
  std::string text = content_of(config);
  text.replace(text.find("\"feed_forward\": 64"), 18, "\"feed_forward\": 96");
  write_text(config, text);
  const Outcome outcome = run_program("translate '" + run + "' </dev/null");
  check_error(outcome, 1, "shape [64");
  CHECK_THAT(outcome.err, ContainsSubstring("; copy the whole folder again"));
}

TEST_CASE("a full disk while a checkpoint is written leaves the last good one usable") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder);
  const std::string train = "\"$dragoman\" " + train_tiny(run, "--resume --set train.updates=20");
  // Files of more than 8 KB cannot be written.
  check_error(run_bash("ulimit -f 8; " + train), 1, "checkpoints/update-00000016");
  CHECK(std::filesystem::exists(run + "/checkpoints/update-00000012.training.safetensors"));
  for (const auto& entry : std::filesystem::directory_iterator(run + "/checkpoints")) {
    CHECK(entry.path().extension() == ".safetensors");
  }
  CHECK(run_program("translate '" + run + "' </dev/null").status == 0);
  CHECK(run_bash(train).status == 0);
}

TEST_CASE("a full disk under the output is an error") {
  check_error(run_bash("echo Hello. | \"$dragoman\" translate " + tiny_run() + " >/dev/full"), 1,
              "standard output");
}

TEST_CASE("a closed output pipe ends the program silently with 141") {
  const TinyRun& tiny = TinyRun::get();
  const Outcome outcome =
      run_bash("\"$dragoman\" translate " + tiny_run() + " --input '" + tiny.corpus("train.en") +
               "' --beam 1 | true; exit ${PIPESTATUS[0]}");
  CHECK(outcome.status == 141);
  CHECK(outcome.err.empty());
}

TEST_CASE("output that cannot be written is an error: for closed streams, too") {
  const TinyRun& tiny = TinyRun::get();
  const std::string translate = "translate " + tiny_run() + " --beam 1 --input '";
  for (const std::string& command :
       {translate + tiny.corpus("train.en") + "'", std::string("--help"), std::string("--version"),
        std::string("translate --help")}) {
    INFO(command);
    check_error(run_program(command + " >&-"), 1, "cannot write standard output: Bad file");
    check_error(run_program(command + " >/dev/full"), 1, "cannot write standard output: No space");
  }
  check_error(run_program(translate + "-' <&-"), 1, "cannot read standard input: Bad file");
}

TEST_CASE("what is meant for a closed stream is not written into another file") {
  const TemporaryFolder folder;
  const std::string train = train_tiny(folder / "run");
  check_error(run_program(train + " --reports - >&-"), 1,
              "cannot write reports to standard output: Bad file");
  CHECK_FALSE(std::filesystem::exists(folder / "run/model.safetensors"));
  CHECK(run_program(train + " --resume <&- >&- 2>&-").status == 0);
  CHECK(weights_of(folder / "run") == weights_of(TinyRun::get().run()));
}

TEST_CASE("two runs in one folder: the second refuses") {
  const TemporaryFolder folder;
  const std::string train =
      "\"$dragoman\" " + train_tiny(folder / "run", "--resume --set train.updates=100000");
  const Outcome outcome =
      run_bash(train + " 2>/dev/null & pid=$!\n" + wait_for(folder / kFirstCheckpoint) + train +
               "; status=$?; kill -TERM $pid; wait $pid; exit $status");
  check_error(outcome, 1, "another");
}

TEST_CASE("a run that exists is refused without --resume, and with another model") {
  const std::string train = train_tiny(TinyRun::get().run());
  check_error(run_program(train), 2, "--resume");
  check_error(run_program(train + " --resume --set model.width=64"), 2,
              "model.width was 32, is 64");
}

TEST_CASE("a wrong device says what there is") {
  const TemporaryFolder folder;
  check_error(train(folder, "--set train.device=tpu"), 2, "tpu");
  check_error(run_program("translate " + tiny_run() + " --device cuda:99 </dev/null"), 2,
              "cuda:99");
}

}  // namespace dragoman
