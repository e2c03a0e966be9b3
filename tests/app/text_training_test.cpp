#include "app/text_training.h"

#include <filesystem>

#include "captured_stderr.h"
#include "catch.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

/// Writes pairs whose lines are `line(i)` on both sides.
template <class Line>
TextTraining text_of(const TemporaryFolder& folder, int num_pairs, Line line) {
  std::string lines;
  for (int i = 0; i < num_pairs; ++i) lines += line(i) + "\n";
  TextTraining text;
  text.source = written_file(folder / "train.en", lines);
  text.target = written_file(folder / "train.de", lines);
  return text;
}

std::string number(int i) { return std::to_string(i); }

/// Prepares a run of 200 pairs, whose lines are `line(i)` on both sides. Returns its configuration.
template <class Line>
std::string config_of_lines(const TemporaryFolder& folder, Line line,
                            const std::vector<std::string>& overrides = {},
                            const std::string& preset = "") {
  TextTraining text = text_of(folder, 200, line);
  text.preset = preset;
  RunRequest request;
  request.folder = folder / "run";
  request.overrides = overrides;
  prepare_text_training(text, 1, request, make_null_logger());
  return read_file(request.config);
}

/// Returns the configuration of a run of 200 pairs of lines of 100 words, as training reads it.
Config config_of_words(const TemporaryFolder& folder, const std::vector<std::string>& overrides) {
  const auto line = [](int i) {
    std::string words = std::to_string(i);
    for (int word = 1; word < 100; ++word) words += " x";
    return words;
  };
  written_file(folder / "train.json", config_of_lines(folder, line, overrides));
  return load_config(folder / "train.json", {});
}

}  // namespace

TEST_CASE("text of a folder that another process trains in stays as it is") {
  const TemporaryFolder folder;
  const TextTraining text = text_of(folder, 200, number);
  RunRequest request;
  request.folder = folder / "run";
  std::filesystem::create_directory(request.folder);
  const FolderLock lock(request.folder);
  CHECK_THROWS_WITH(prepare_text_training(text, 1, request, make_null_logger()),
                    ContainsSubstring("in use by another process"));
  CHECK(!std::filesystem::exists(request.folder + "/text"));
}

TEST_CASE("a run whose name cannot be written into a configuration is refused before work") {
  const TemporaryFolder folder;
  const TextTraining text = text_of(folder, 200, number);
  RunRequest request;
  request.folder = folder / "run\xff";
  CHECK_THROWS_WITH(prepare_text_training(text, 1, request, make_null_logger()),
                    ContainsSubstring("--out is at '") && ContainsSubstring("a path in UTF-8"));
  CHECK(!std::filesystem::exists(request.folder));
}

TEST_CASE("text of a folder that has a model but no configuration of it stays as it is") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "run");
  written_file(folder / "run/model.safetensors", "x");
  written_file(folder / "run/train.json", "x");
  CHECK_THROWS_WITH(config_of_lines(folder, [](int i) { return std::to_string(i); }),
                    ContainsSubstring("but no config.json"));
  CHECK(read_file(folder / "run/train.json") == "x");
  CHECK(!std::filesystem::exists(folder / "run/text"));
}

TEST_CASE("text that lies where the run writes its own stays as it is") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "run/text");
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += std::to_string(i) + "\n";
  TextTraining text;
  text.source = written_file(folder / "train.en", lines);
  text.target = written_file(folder / "train.de", lines);
  const std::string own = folder / "run/text/train.en";
  RunRequest request;
  request.folder = folder / "run";
  SECTION("by its name") {
    std::filesystem::rename(text.source, own);
    text.source = own;
  }
  SECTION("by a link") { std::filesystem::create_hard_link(text.source, own); }
  CHECK_THROWS_WITH(prepare_text_training(text, 1, request, make_null_logger()),
                    ContainsSubstring("--source " + text.source + " lies where the run writes") &&
                        ContainsSubstring("move it, or name another --out"));
  CHECK(read_file(own) == lines);
}

TEST_CASE("the command that began a run continues it without the text, which was divided") {
  const TemporaryFolder place;
  const std::string folder = place / "with a\nline feed";
  std::filesystem::create_directory(folder);
  TextTraining text;
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += std::to_string(i) + "\n";
  text.source = written_file(folder + "/train.en", lines);
  text.target = written_file(folder + "/train.de", lines);
  const auto prepare = [&](const std::string& run) {
    RunRequest request;
    request.folder = folder + run;
    prepare_text_training(text, 1, request, make_null_logger());
    return request;
  };
  const RunRequest begun = prepare("/run");
  CHECK(!begun.resume);
  CHECK_NOTHROW(load_config(begun.config, {}));
  written_file(folder + "/run/config.json", "{}");  // training begins
  std::filesystem::create_directory(folder + "/run/checkpoints");
  written_file(folder + "/run/checkpoints/update-00000002.training.safetensors", "x");
  std::filesystem::remove(text.source);
  CHECK(prepare("/run").resume);
  CHECK_THROWS_WITH(prepare("/other"), ContainsSubstring("train.en"));
}

TEST_CASE("text of another size than when the run was begun is told, however old its file is") {
  const TemporaryFolder folder;
  const TextTraining text = text_of(folder, 200, number);
  const auto begun = std::filesystem::last_write_time(text.source);
  RunRequest request;
  request.folder = folder / "run";
  const auto said = [&] {
    request.config.clear();
    return captured_stderr([&] { prepare_text_training(text, 1, request, make_stderr_logger()); });
  };
  said();
  written_file(folder / "run/config.json", "{}");
  written_file(folder / "run/model.safetensors", "x");
  CHECK(said().empty());
  written_file(text.source, "other text\n");
  std::filesystem::last_write_time(text.source, begun);
  CHECK_THAT(said(), ContainsSubstring("warning: " + text.source + " has changed since the run"));
}

TEST_CASE("a run that stopped before its first checkpoint begins anew, with the present text") {
  const TemporaryFolder folder;
  const auto prepare = [&](int num_pairs, const std::string& preset) {
    TextTraining text = text_of(folder, num_pairs, number);
    text.preset = preset;
    RunRequest request;
    request.folder = folder / "run";
    prepare_text_training(text, 1, request, make_null_logger());
    return request;
  };
  prepare(200, "");
  written_file(folder / "run/config.json", "{}");
  const RunRequest request = prepare(300, "small");
  CHECK(request.resume);
  CHECK_THAT(read_file(request.config), ContainsSubstring("text: 300 pairs"));
  CHECK_THAT(read_file(folder / "run/text/train.en"), ContainsSubstring("\n299\n"));
  written_file(folder / "run/model.safetensors", "x");
  CHECK_THROWS_WITH(prepare(300, ""), ContainsSubstring("was begun with other options"));
}

TEST_CASE("a twentieth is held out, and what is said of less says why") {
  const TemporaryFolder folder;
  CHECK_THAT(config_of_lines(folder, [](int i) { return std::to_string(i); }),
             ContainsSubstring("; 10 of them held out for validation, in "));
  const TemporaryFolder other;
  CHECK_THAT(config_of_lines(other, [](int i) { return i % 50 == 7 ? std::to_string(i) : "x"; }),
             ContainsSubstring("; 4 of them held out for validation instead of 10 (each other pair "
                               "repeats a line of another, has an empty side"));
}

TEST_CASE("a run from another model's weights has its model, and a rate for its width") {
  const TemporaryFolder folder;
  const auto line = [](int i) { return std::to_string(i); };
  const std::string from = "train.from=" + folder / "from";
  std::filesystem::create_directory(folder / "from");
  written_file(folder / "from/config.json",
               R"({"model": {"encoder_layers": 5, "decoder_layers": 1, "width": 256}})");
  const std::string config = config_of_lines(folder, line, {from, "model.width=32"});
  CHECK_THAT(config, ContainsSubstring("// model and vocabulary: those of " + folder / "from" +
                                       ", 5 + 1 layers of width 256, dropout 0.3\n"));
  CHECK_THAT(config, ContainsSubstring("\"learning_rate\": 0.001953125,"));  // 0.5 / 256
  CHECK_THROWS_WITH(config_of_lines(folder, line, {from}, "small"),
                    ContainsSubstring("--preset chooses a new model, but " + from));
}

TEST_CASE("text is named by options alone, and a setting of its tag stays") {
  const TemporaryFolder folder;
  for (const std::string setting : {"train.0.source=x", "train=[{\"tsv\": \"x\"}]"})
    CHECK_THROWS_WITH(config_of_lines(folder, number, {"data." + setting}),
                      ContainsSubstring("leave --set data.train out"));
  CHECK_THROWS_WITH(config_of_lines(folder, number, {"data.valid.source=x"}),
                    ContainsSubstring("leave --set data.valid out"));
  CHECK_THAT(config_of_lines(folder, number, {"data.train.0.tag=<x>"}),
             ContainsSubstring("/run/text/train.en\"") && ContainsSubstring("\"<x>\""));
}

TEST_CASE("the schedule suits the epochs that the user sets") {
  const TemporaryFolder folder;
  // 1.1 x 1.5 tokens a word are 17 updates of 2,048 tokens.
  const TrainSettings train = config_of_words(folder, {"train.epochs=10"}).train;
  CHECK(train.updates == 170);
  CHECK(train.warmup == 34);
  CHECK(train.schedule == ScheduleType::kCosine);
  CHECK(config_of_words(folder, {"train.epochs=10", "train.updates=50"}).train.updates == 50);
  CHECK(config_of_words(folder, {"train.epochs=100"}).train.updates == 1700);
  const TrainSettings largest = config_of_words(folder, {"train.epochs=999999999999999999"}).train;
  CHECK(largest.updates == 1'000'000'000);
}

TEST_CASE("a run without a limit of updates has a schedule without an end") {
  const TemporaryFolder folder;
  const TrainSettings of_epochs =
      config_of_words(folder, {"train.epochs=10", "train.updates=0"}).train;
  CHECK(of_epochs.updates == 0);
  CHECK(of_epochs.schedule == ScheduleType::kInverseSqrt);
  CHECK(of_epochs.warmup == 34);
  CHECK(config_of_lines(folder, number, {"train.epochs=1", "train.updates=0"})
            .find("\"warmup\": 1,") != std::string::npos);
  CHECK(config_of_words(folder, {"train.updates=0"}).train.schedule == ScheduleType::kInverseSqrt);
  CHECK_THROWS_WITH(config_of_words(folder, {"train.updates=0", "train.schedule=cosine"}),
                    ContainsSubstring("train.schedule is cosine"));
}

TEST_CASE("lengths and embeddings suit the settings of the user and the model of train.from") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "from");
  written_file(folder / "from/config.json", R"({"model": {"max_length": 128}})");
  const auto length = [&](const std::string& setting) {
    return config_of_words(folder, {setting}).data.max_length;
  };
  CHECK(length("train.seed=2") == 256);
  CHECK(length("train.from=" + folder / "from") == 128);
  CHECK(length("model.max_length=64") == 64);
  CHECK(length("train.update_tokens=100") == 99);
  CHECK(length("data.max_length=300") == 300);
  CHECK_THROWS_WITH(config_of_words(folder, {"model.max_length=64", "data.max_length=65"}),
                    ContainsSubstring("data.max_length is 65, more than model.max_length (64)"));
  CHECK(config_of_words(folder, {"tokenizer.shared=false"}).model.shared_embeddings ==
        SharedEmbeddings::kTarget);
}

TEST_CASE("warm-up and rate suit the updates and the width that the user sets") {
  const TemporaryFolder folder;
  const auto config = [&](std::vector<std::string> overrides) {
    written_file(folder / "train.json", config_of_lines(folder, number, overrides));
    return load_config(folder / "train.json", {}).train;
  };
  CHECK(config({}).warmup == 200);
  CHECK(config({"train.updates=20"}).warmup == 4);
  CHECK(config({"train.updates=10000"}).warmup == 200);
  CHECK(config({"train.updates=20", "train.warmup=7"}).warmup == 7);
  CHECK(config({}).learning_rate == 0.5 / 128);
  CHECK(config({"model.width=64"}).learning_rate == 0.5 / 64);
  CHECK(config({"model.width=64", "train.learning_rate=0.001"}).learning_rate == 0.001);
  // There it is a factor of the paper's rate.
  CHECK(config({"train.schedule=paper"}).learning_rate == 1);
  CHECK(config({"train.schedule=paper", "train.learning_rate=2"}).learning_rate == 2);
}

TEST_CASE("what a run says about its vocabulary follows the settings") {
  const TemporaryFolder folder;
  const auto check = [&](const std::vector<std::string>& overrides, const std::string& says) {
    CHECK_THAT(config_of_lines(folder, number, overrides), ContainsSubstring("; " + says + "\n"));
  };
  check({}, "a vocabulary of 200 for both languages, by the number of words");
  check({"tokenizer.vocabulary_size=300"}, "a vocabulary of 300 for both languages");
  check({"tokenizer.shared=false"},
        "a vocabulary of 200 for each language, by the number of words");
  check({"tokenizer.type=char", "tokenizer.keep_whitespace=true"},
        "a vocabulary of at most 200 for both languages, by the number of words");
  check({"tokenizer.from=base"}, "the tokenizer of base");
  check({"tokenizer.model=a.model"}, "the tokenizer a.model");
}

TEST_CASE("what a run says about its end follows the settings") {
  const TemporaryFolder folder;
  const auto check = [&](const std::vector<std::string>& overrides, const auto& says) {
    CHECK_THAT(config_of_lines(folder, number, overrides), says);
  };
  check({}, ContainsSubstring("\n// schedule: 1,000 updates of 2,048 tokens, ") &&
                ContainsSubstring(" on 1 thread; validation every 250, the end after 10 in a row "
                                  "without improvement\n"));
  const std::string epochs = "\n// schedule: 3 epochs in updates of 2,048 tokens; validation";
  check({"train.updates=0", "train.epochs=3"}, ContainsSubstring(epochs));
  check({"train.epochs=3"}, ContainsSubstring(epochs));
  check({"train.updates=0"}, ContainsSubstring("\n// schedule: updates of 2,048 tokens; val"));
  check({"train.validate_every=0", "train.patience=0"},
        ContainsSubstring(" on 1 thread; validation each epoch\n"));
}

TEST_CASE("text without spaces between words is validated by chrF, unless the settings differ") {
  const TemporaryFolder folder;
  const auto line = [](int i) { return "グラフの種類を変更します" + std::to_string(i); };
  const auto says =
      ContainsSubstring("every 250 by chrF, as the target has no spaces between words");
  const std::string config = config_of_lines(folder, line);
  CHECK_THAT(config, says && ContainsSubstring("\"best\": \"chrf\""));
  CHECK_THAT(config_of_lines(folder, line, {"train.best=bleu"}), !says);
}

TEST_CASE("text of which nothing can be held out is refused with all reasons") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(
      config_of_lines(folder, [](int i) { return std::string(1001, 'x') + std::to_string(i); }),
      ContainsSubstring(
          "can be held out for validation: each pair repeats a line of another, has "
          "an empty side or one of more than 1,000 characters, or one far longer than "
          "the other; name text for validation by --valid-source"));
}

}  // namespace dragoman
