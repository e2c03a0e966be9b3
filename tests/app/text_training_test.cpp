#include "app/text_training.h"

#include <filesystem>

#include "captured_stderr.h"
#include "catch.h"
#include "io/atomic_file.h"
#include "text_runs.h"

namespace dragoman {
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

TEST_CASE("a run from another model's weights has its model, and its dropout") {
  const TemporaryFolder folder;
  const auto line = [](int i) { return std::to_string(i); };
  const std::string from = "train.from=" + folder / "from";
  std::filesystem::create_directory(folder / "from");
  written_file(folder / "from/config.json",
               R"({"model": {"encoder_layers": 5, "decoder_layers": 1, "width": 256,)"
               R"( "dropout": 0.15}})");
  const std::string config = config_of_lines(folder, line, {from, "model.width=32"});
  CHECK_THAT(config, ContainsSubstring("// model and vocabulary: those of " + folder / "from" +
                                       ", 5 + 1 layers of width 256, dropout 0.15\n"));
  CHECK_THROWS_WITH(config_of_lines(folder, line, {from}, "small"),
                    ContainsSubstring("--preset chooses a new model, but " + from));
}

TEST_CASE("text is named by options alone, and a setting of its tag stays") {
  const TemporaryFolder folder;
  for (const std::string setting :
       {"train.0.source=x", "train.0={\"source\": \"x\"}", "train=[{\"tsv\": \"x\"}]"})
    CHECK_THROWS_WITH(config_of_lines(folder, number, {"data." + setting}),
                      ContainsSubstring("leave --set data.train out"));
  CHECK_THROWS_WITH(config_of_lines(folder, number, {"data.valid.source=x"}),
                    ContainsSubstring("leave --set data.valid out"));
  const std::string config = config_of_lines(folder, number, {"data.train.0.tag=<x>"});
  CHECK_THAT(config, ContainsSubstring("/run/text/train.en\""));
  const size_t first = config.find("\"tag\": \"<x>\"");                   // of the training text
  CHECK(config.find("\"tag\": \"<x>\"", first + 1) < std::string::npos);  // of the validation
  CHECK_THROWS_WITH(config_of_lines(folder, number, {"data.train.1.source=x"}),
                    ContainsSubstring("copy its train.json, and train by `dragoman train COPY"));
}

TEST_CASE("links of words are refused if pairs of the text are held out") {
  const TemporaryFolder folder;
  const std::vector<std::string> links{"data.train.0.alignment=links", "model.alignment_heads=1"};
  CHECK_THROWS_WITH(config_of_lines(folder, number, links),
                    ContainsSubstring("data.train.0.alignment is links, but pairs of the text are "
                                      "held out") &&
                        ContainsSubstring("set it to auto"));
  CHECK(!std::filesystem::exists(folder / "run/text"));
  CHECK_NOTHROW(
      config_of_lines(folder, number, {"data.train.0.alignment=auto", "model.alignment_heads=1"}));
  const TemporaryFolder other;
  TextTraining text = text_of(other, 200, number);
  text.valid_source = written_file(other / "valid.en", "x\n");
  text.valid_target = written_file(other / "valid.de", "x\n");
  RunRequest request;
  request.folder = other / "run";
  request.overrides = links;
  CHECK_NOTHROW(prepare_text_training(text, 1, request, make_null_logger()));
}

TEST_CASE("text of paragraphs is refused with the advice to split it") {
  const TemporaryFolder folder;
  const auto words = [](int count) {
    return [count](int i) {
      std::string line = std::to_string(i);
      for (int word = 1; word < count; ++word) line += " " + std::string(9, 'x');
      return line;
    };
  };
  CHECK_THROWS_WITH(config_of_lines(folder, words(120)),
                    ContainsSubstring("; a line has 120 words: split the text into sentences, one "
                                      "a line, or name text for validation by --valid-source"));
  CHECK_THROWS_WITH(
      config_of_lines(folder, words(300)),
      ContainsSubstring("there are 0 pairs in ") &&
          ContainsSubstring(" (and 200 of more than 256 words, which are left out), too few to "
                            "learn from: split it into sentences, one a line, and give 100"));
}

TEST_CASE("lines that are too long do not count for the model and its schedule") {
  const TemporaryFolder folder;
  const auto config_with = [&](const std::vector<std::string>& overrides) {
    return config_of_lines(
        folder,
        [](int i) {
          std::string line = std::to_string(i);
          for (int word = 0; i < 20 && word < 600; ++word) line += " x";
          return line;
        },
        overrides);
  };
  CHECK_THAT(config_with({}), ContainsSubstring("text: 180 pairs (and 20 of more than 256 words, "
                                                "which are left out), 180 and 180 words"));
  CHECK_THAT(config_with({"model.max_length=64"}),
             ContainsSubstring("text: 180 pairs (and 20 of more than 64 words, "));
  std::filesystem::create_directory(folder / "from");
  written_file(folder / "from/config.json", R"({"model": {"max_length": 128}})");
  CHECK_THAT(config_with({"train.from=" + folder / "from"}),
             ContainsSubstring("text: 180 pairs (and 20 of more than 128 words, "));
  const std::string longer = config_with({"data.max_length=700"});
  CHECK_THAT(longer, ContainsSubstring("text: 200 pairs, 12,200 and 12,200 words"));
  written_file(folder / "train.json", longer);
  CHECK(load_config(folder / "train.json", {}).model.max_length == 700);
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
