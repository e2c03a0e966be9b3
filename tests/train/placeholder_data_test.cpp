#include <filesystem>

#include "data/placeholder_symbols.h"
#include "io/atomic_file.h"
#include "small_runs.h"
#include "train/make_tokenizers.h"

namespace dragoman {
namespace {

DataSettings with_placeholders(const TemporaryFolder& folder, double rate) {
  DataSettings settings;
  settings.placeholders = rate;
  write_corpora(folder, settings);
  return settings;
}

/// Tokenizers that are made in `run`; those of a translator have one model.
Tokenizers made_tokenizers(const DataSettings& data, TokenizerSettings settings,
                           const std::string& run, bool begins_anew = false) {
  std::filesystem::create_directory(run);
  settings.type = TokenizerType::kChar;
  settings.character_coverage = 1;
  settings.vocabulary_size = 12;
  if (data.placeholders > 0) settings.vocabulary_size += 8;
  return make_tokenizers(data, settings, FolderPaths(run), begins_anew, make_null_logger());
}

}  // namespace

TEST_CASE("tokenizers have placeholders as tokens if the data ask for them") {
  const TemporaryFolder folder;
  const Tokenizers plain = made_tokenizers(with_placeholders(folder, 0), {}, folder / "plain");
  CHECK(!plain.source->id_of("⟨1⟩"));
  const Tokenizers made = made_tokenizers(with_placeholders(folder, 0.1), {}, folder / "made");
  CHECK(made.target->user_symbols() == placeholder_symbols());
  CHECK(made.target->decode(made.target->encode("a⟨8⟩b")) == "a⟨8⟩b");
}

TEST_CASE("a given tokenizer must know placeholders") {
  const TemporaryFolder folder;
  made_tokenizers(with_placeholders(folder, 0), {}, folder / "plain");
  made_tokenizers(with_placeholders(folder, 0.1), {}, folder / "made");
  const DataSettings data = with_placeholders(folder, 0.1);
  TokenizerSettings given;
  given.model = folder / "made/tokenizer.model";
  CHECK_NOTHROW(made_tokenizers(data, given, folder / "one"));
  given.model = folder / "plain/tokenizer.model";
  CHECK_THROWS_WITH(made_tokenizers(data, given, folder / "other"),
                    ContainsSubstring("⟨1⟩ is not one token of the tokenizer"));
}

TEST_CASE("a given tokenizer must keep tags") {
  const TemporaryFolder folder;
  DataSettings data = with_placeholders(folder, 0);
  made_tokenizers(data, {}, folder / "plain");
  TokenizerSettings given;
  given.model = folder / "plain/tokenizer.model";
  data.train.front().tag = "\u200b";  // a space of no width, which is normalised to nothing
  CHECK_THROWS_WITH(made_tokenizers(data, given, folder / "other"),
                    ContainsSubstring("is not one token of the tokenizer"));
}

TEST_CASE("a tokenizer of an attempt that did not begin its run is made again") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const std::string path = FolderPaths(run).tokenizer();
  made_tokenizers(with_placeholders(folder, 0), {}, run);
  const DataSettings data = with_placeholders(folder, 0.1);
  CHECK(made_tokenizers(data, {}, run).source->id_of("⟨1⟩"));
  TokenizerSettings given;
  given.model = path;
  CHECK(made_tokenizers(data, given, run).source->id_of("⟨1⟩"));
  // The run begins: from now on its tokenizer stays.
  written_file(FolderPaths(run).config(), "{}");
  const std::string kept = read_file(path);
  made_tokenizers(with_placeholders(folder, 0), {}, run);
  CHECK(read_file(path) == kept);
  // It begins anew, perhaps on another text.
  CHECK(!made_tokenizers(with_placeholders(folder, 0), {}, run, true).source->id_of("⟨1⟩"));
  CHECK(read_file(path + ".old2") == kept);
}

TEST_CASE("a file that is in the place of a tokenizer before the run begins is not lost") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const std::string path = FolderPaths(run).tokenizer();
  const DataSettings data = with_placeholders(folder, 0);
  std::filesystem::create_directory(run);
  written_file(path, "the user's");
  made_tokenizers(data, {}, run);
  CHECK(read_file(path + ".old") == "the user's");
  const std::string made = read_file(path);
  for (int i = 0; i < 2; ++i) made_tokenizers(data, {}, run);  // equal files are kept once
  CHECK(read_file(path + ".old") == "the user's");
  CHECK(read_file(path + ".old2") == made);
  CHECK(!std::filesystem::exists(path + ".old3"));
  std::filesystem::create_symlink(path, folder / "link");
  for (const std::string& name : {path, run + "/../run/tokenizer.model", folder / "link"}) {
    TokenizerSettings given;
    given.model = name;
    made_tokenizers(data, given, run);
    CHECK(read_file(path) == made);
    CHECK(!std::filesystem::exists(path + ".old3"));
  }
}

TEST_CASE("a run with placeholders that is stopped and resumed ends as one that is not") {
  const TemporaryFolder folder;
  DataSettings settings = with_placeholders(folder, 0.5);
  settings.augment.upper = 0.2;
  settings.max_length = 30;
  TokenizerSettings characters;
  characters.type = TokenizerType::kChar;
  characters.character_coverage = 1;
  characters.vocabulary_size = 28;
  const TrainingData data =
      prepare_training_data(settings, characters, FolderPaths(folder / ""),
                            {.seed = 1, .num_threads = 1}, alone(), make_null_logger());
  CHECK(make_trainer(data, folder / "straight", train_settings(7)).run() == 0);
  CHECK(run_in_parts(data, folder / "parts", train_settings(7), nullptr) == 7);
  check_same_run(folder / "straight", folder / "parts");
}

}  // namespace dragoman
