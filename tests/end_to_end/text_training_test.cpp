#include <filesystem>

#include "catch.h"
#include "model_folder/model_folder.h"
#include "program.h"

namespace dragoman {
namespace {

/// What makes a run of text alone one of seconds.
const std::string kQuick =
    " --set model.width=32 --set model.feed_forward=64 --set model.encoder_layers=1 "
    "--set model.decoder_layers=1 --set train.updates=8 --set train.warmup=2 "
    "--set train.validate_every=4 --set train.checkpoint_every=4 --set train.update_tokens=512 ";

/// A folder with two files of parallel text, where commands run.
class TwoFiles {
 public:
  TwoFiles() {
    for (const char* const language : {"en", "de"})
      std::filesystem::copy(TinyRun::get().corpus(std::string("train.") + language),
                            folder_ / (std::string("train.") + language));
  }

  std::string path(const std::string& name) const { return folder_ / name; }
  Outcome run(const std::string& command) const {
    return run_bash("cd '" + folder_.path() + "'\n" + command);
  }
  Outcome train(const std::string& arguments) const {
    return run("\"$dragoman\" train " + arguments);
  }

 private:
  TemporaryFolder folder_;
};

const std::string kCommand = "--source train.en --target train.de --out run" + kQuick;

void check_contains(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) CHECK_THAT(text, ContainsSubstring(part));
}

}  // namespace

TEST_CASE("two files of text are trained on by one command, which says what it chose") {
  const TwoFiles files;
  const Outcome trained = succeeded(files.train(kCommand));
  check_contains(trained.err, {"text: 300 pairs, ", "en to de; 15 of them held out for validation",
                               "model: tiny (by the size of the text), 1 + 1 layers of width 32,",
                               "schedule: 8 updates of 512 tokens", "  source       ",
                               "  reference    ", "  translation  "});
  CHECK(count_lines(content_of(files.path("run/text/valid.de"))) == 15);
  CHECK(count_lines(content_of(files.path("run/text/train.en"))) == 285);
  CHECK(count_lines(content_of(files.path("run/samples.tsv"))) == 1 + 3);
  check_contains(content_of(files.path("run/train.json")), {"// --source ", "\"width\": 32"});
  check_contains(content_of(files.path("run/config.json")),
                 {"\"source_language\": \"en\"", "\"target_language\": \"de\"", "\"width\": 32"});
  CHECK(count_lines(files.run("\"$dragoman\" translate run --input train.en").out) == 300);
  succeeded(
      files.run("\"$dragoman\" evaluate run --source run/text/valid.en --reference "
                "run/text/valid.de"));
}

TEST_CASE("text that allows only a smaller vocabulary than was chosen for it is trained on") {
  const TwoFiles files;
  const Outcome trained = succeeded(files.train(kCommand + " --set tokenizer.type=char"));
  check_contains(trained.err, {"a vocabulary of at most ", "the text allows no vocabulary of "});
  CHECK(files.train(kCommand + " --set tokenizer.type=char").status == 0);
  check_error(files.train("--source train.en --target train.de --out other" + kQuick +
                          "--set tokenizer.vocabulary_size=30000"),
              2, "is too large for this text");
}

TEST_CASE("the same command again goes on with the run, and so does the folder's name alone") {
  const TwoFiles files;
  const std::string longer = " --set train.updates=40 --set train.validate_every=20";
  succeeded(files.train("--source train.en --target train.de --out other" + kQuick + longer));
  // A reader that does not read stops the run at its first report.
  const Outcome stopped = files.train(kCommand + longer + " --reports - | true");
  CHECK(stopped.status == 141);
  check_contains(stopped.err, {"continue with `dragoman train run`"});
  const Outcome resumed =
      succeeded(files.train(GENERATE_COPY(std::string("run"), kCommand + longer)));
  check_contains(resumed.err, {"going on from update "});
  CHECK(weights_of(files.path("run")) == weights_of(files.path("other")));
}

TEST_CASE("a run that was stopped before its first update is begun by its folder's name") {
  const TwoFiles files;
  // What has been written before the first update.
  const std::string leave =
      "mkdir left && mv run/train.json run/text run/tokenizer.model left && rm -r run && "
      "mv left run";
  succeeded(files.train(kCommand));
  const std::string weights = weights_of(files.path("run"));
  write_text(files.path("run/tokenizer.model"), "of an attempt that was stopped");
  succeeded(files.run(leave));
  REQUIRE_FALSE(std::filesystem::exists(files.path("run/config.json")));

  check_error(files.train("run --out another"), 2, "`dragoman train run`, or train anew");
  const Outcome begun =
      succeeded(files.train(GENERATE(as<std::string>(), "run", "run --processes 2")));
  check_contains(begun.err, {"run/tokenizer.model.old", "training is complete at update 8: "});
  CHECK(weights_of(files.path("run")) == weights);

  succeeded(files.run(leave));
  CHECK_THAT(files.train("run --set train.updates=6").err,
             ContainsSubstring("training is complete at update 6: "));
  CHECK_THAT(content_of(files.path("run/config.json")), ContainsSubstring("\"updates\": 6,"));
}

TEST_CASE("a run that failed before its first update begins anew, with other settings too") {
  const TwoFiles files;
  succeeded(files.train("--source train.en --target train.de --out other" + kQuick));
  const std::string fails = "--set train.fit_memory=0.001 --set tokenizer.vocabulary_size=100 ";
  check_error(files.train(kCommand + fails), 1, "train.fit_memory");
  REQUIRE(std::filesystem::exists(files.path("run/config.json")));
  const std::string vocabulary =
      std::to_string(read_folder_settings(files.path("other")).tokenizer.vocabulary_size);
  const Outcome begun = succeeded(files.train(GENERATE_COPY(std::string("run "), kCommand) +
                                              "--set train.fit_memory=0 " +
                                              "--set tokenizer.vocabulary_size=" + vocabulary));
  check_contains(begun.err, {"run/config.json.old", "run/tokenizer.model.old"});
  CHECK(weights_of(files.path("run")) == weights_of(files.path("other")));
}

TEST_CASE("a run that was begun by other options is refused, with what to type") {
  const TwoFiles files;
  succeeded(files.train(kCommand));
  check_error(files.train(kCommand + "--preset small"), 2, "continue it with `dragoman train run`");
  check_error(files.train("--source train.de --target train.en --out run"), 2,
              "run was begun with other options (--source ");
  write_text(files.path("a.json"), "{}");
  check_error(files.train("a.json " + kCommand), 2, "do not go together");
  check_error(files.train("run --out another"), 2, "`dragoman train run`");
}

TEST_CASE("a run whose folder was moved says which settings name its text now, and they do") {
  const TwoFiles files;
  succeeded(files.train(kCommand));
  std::filesystem::rename(files.path("run"), files.path("moved"));
  std::filesystem::remove_all(files.path("moved/cache"));
  const std::string text = files.path("moved/text/");
  const Outcome lost = files.train("moved");
  const std::string advice = " --set data.train.0.source=" + text +
                             "train.en --set data.train.0.target=" + text +
                             "train.de --set data.valid.source=" + text +
                             "valid.en --set data.valid.target=" + text + "valid.de";
  check_error(lost, 1, "the run's folder has its text: add" + advice + "\n");
  CHECK_THAT(lost.err, !ContainsSubstring("run the command there"));
  succeeded(files.train("moved" + advice));
  std::filesystem::remove_all(files.path("moved/text"));
  std::filesystem::remove_all(files.path("moved/cache"));
  CHECK_THAT(files.train("moved" + advice).err,
             ContainsSubstring("cannot open") && !ContainsSubstring("run the command there"));
}

TEST_CASE("text to validate on may be given, and then all the rest is trained on") {
  const TwoFiles files;
  const std::string valid = " --valid-source '" + TinyRun::get().corpus("valid.en") +
                            "' --valid-target '" + TinyRun::get().corpus("valid.de") + "'";
  const Outcome trained = succeeded(files.train(kCommand + valid));
  CHECK_THAT(trained.err, ContainsSubstring("train: " + files.path("train.en")));
  CHECK_THAT(trained.err, ContainsSubstring(": 300 pairs"));
  CHECK_FALSE(std::filesystem::exists(files.path("run/text")));
}

TEST_CASE("a warning says how many pairs to validate on are trained on, too") {
  const TwoFiles files;
  succeeded(files.run("for l in en de; do (head -n 5 train.$l; echo other) >valid.$l; done"));
  const Outcome trained =
      succeeded(files.train(kCommand + " --valid-source valid.en --valid-target valid.de"));
  CHECK_THAT(trained.err,
             ContainsSubstring("warning: pairs of " + files.path("valid.en") + " and ") &&
                 ContainsSubstring(" are trained on, too (5 of them), so ") &&
                 ContainsSubstring("leave --valid-source and --valid-target out"));
}

TEST_CASE("one file of two columns will do, packed or not, and tells its languages by its name") {
  const TwoFiles files;
  succeeded(files.run("paste train.en train.de | gzip >en-de.tsv.gz"));
  const Outcome trained = succeeded(files.train("--tsv en-de.tsv.gz --out run" + kQuick));
  CHECK_THAT(trained.err, ContainsSubstring("en to de; 15 of them held out"));
}

}  // namespace dragoman
