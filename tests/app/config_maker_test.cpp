#include "app/config_maker.h"

#include "captured_stderr.h"
#include "catch.h"
#include "text_runs.h"

namespace dragoman {

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
  CHECK(length("model.max_length=120") == 120);
  CHECK(length("train.update_tokens=100") == 99);
  CHECK(length("data.max_length=300") == 300);
  CHECK_THROWS_WITH(config_of_words(folder, {"model.max_length=299", "data.max_length=300"}),
                    ContainsSubstring("data.max_length is 300, more than model.max_length (299)"));
  CHECK(config_of_words(folder, {"tokenizer.shared=false"}).model.shared_embeddings ==
        SharedEmbeddings::kTarget);
  std::filesystem::create_directory(folder / "two");
  written_file(folder / "two/config.json", R"({"tokenizer": {"shared": false}})");
  CHECK(config_of_words(folder, {"tokenizer.from=" + folder / "two"}).model.shared_embeddings ==
        SharedEmbeddings::kTarget);
}

TEST_CASE("a run that goes on from a model has a low rate, few passes and dense validations") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "from");
  written_file(folder / "from/config.json", R"({"model": {"width": 256}})");
  const std::string from = "train.from=" + folder / "from";
  const auto train = [&](const std::vector<std::string>& overrides) {
    return config_of_words(folder, overrides).train;
  };
  // 15 updates are a pass.
  CHECK(train({from}).updates == 150);
  CHECK(train({from}).learning_rate == Approx(0.05 / 256));
  CHECK(train({from}).validate_every == 10);
  CHECK(train({from}).warmup == 30);
  CHECK(train({from, "train.updates=3000"}).validate_every == 250);
  CHECK(train({from, "train.epochs=2"}).updates == 34);
  CHECK(train({from, "train.learning_rate=0.001"}).learning_rate == 0.001);
  const std::string said = config_of_lines(folder, number, {from});
  CHECK_THAT(said, ContainsSubstring("// schedule: 100 updates of 2,048 tokens, ") &&
                       ContainsSubstring("; validation before the first update and every 10; a "
                                         "learning rate of at most 0.0002, since"));
  CHECK_THAT(config_of_lines(folder, number, {from, "train.learning_rate=0.001"}),
             ContainsSubstring("; a learning rate of at most 0.001\n"));
  CHECK_THAT(config_of_lines(folder, number, {from, "train.schedule=paper"}),
             !ContainsSubstring("a learning rate"));
}

TEST_CASE("a model of an imported folder, which has a vocabulary, is gone on from") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "from");
  written_file(folder / "from/config.json", R"({"tokenizer": {"vocabulary": "shared"}})");
  const Config config = config_of_words(folder, {"train.from=" + folder / "from"});
  CHECK(config.tokenizer.vocabulary == VocabularyKind::kShared);
  CHECK_THROWS_WITH(config_of_words(folder, {"tokenizer.vocabulary=shared"}),
                    ContainsSubstring("tokenizer.model names no SentencePiece model"));
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
  std::filesystem::create_directory(folder / "base");
  written_file(folder / "base/config.json", "{}");
  check({"tokenizer.from=" + folder / "base"}, "the tokenizer of " + folder / "base");
  check({"tokenizer.model=a.model"}, "the tokenizer a.model");
}

TEST_CASE("what a run says about its end follows the settings") {
  const TemporaryFolder folder;
  const auto check = [&](const std::vector<std::string>& overrides, const auto& says) {
    CHECK_THAT(config_of_lines(folder, number, overrides), says);
  };
  check({}, ContainsSubstring("\n// schedule: 1,000 updates of 2,048 tokens, ") &&
                ContainsSubstring(" on 1 thread; validation every 50, the end after 10 in a row "
                                  "without improvement\n"));
  const std::string epochs = "\n// schedule: 3 epochs in updates of 2,048 tokens; validation";
  check({"train.updates=0", "train.epochs=3"}, ContainsSubstring(epochs));
  check({"train.epochs=3"}, ContainsSubstring(epochs));
  check({"train.updates=0"}, ContainsSubstring("\n// schedule: updates of 2,048 tokens; val"));
  check({"train.validate_every=0", "train.patience=0"},
        ContainsSubstring(" on 1 thread; validation each epoch\n"));
  // The tenth after the first would come too late.
  check({"train.validate_every=100"}, ContainsSubstring(" thread; validation every 100\n"));
  check({"train.validate_every=90"}, ContainsSubstring(" thread; validation every 90, the end"));
  check({"train.validate_every=1000"}, ContainsSubstring(" thread; validation at the end\n"));
}

TEST_CASE("text without spaces between words is validated by chrF, unless the settings differ") {
  const TemporaryFolder folder;
  const auto line = [](int i) { return "グラフの種類を変更します" + std::to_string(i); };
  const auto says =
      ContainsSubstring("every 50 by chrF, as the target has no spaces between words");
  const std::string config = config_of_lines(folder, line);
  CHECK_THAT(config, says && ContainsSubstring("\"best\": \"chrf\""));
  CHECK_THAT(config_of_lines(folder, line, {"train.best=bleu"}), !says);
}

}  // namespace dragoman
