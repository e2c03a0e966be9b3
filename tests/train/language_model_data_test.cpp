#include <filesystem>

#include "io/atomic_file.h"
#include "io/settings_write.h"
#include "model_folder/adopted_tokenizer.h"
#include "small_runs.h"
#include "train/batch_tensors.h"

namespace dragoman {
namespace {

CorpusSettings text_of(const std::string& path, const std::string& content) {
  CorpusSettings corpus;
  corpus.target = written_file(path, content);
  return corpus;
}

/// A text to train and validate on, with a tokenizer of its characters and cache in `folder`.
class Fixture {
 public:
  Fixture() {
    settings.train = {text_of(folder / "train.txt", " the house\n\nder  Häuser\nab\n")};
    settings.valid = text_of(folder / "valid.txt", "Häuser \n\nabc ab\n");
    settings.layout = TextLayout::kStream;
    settings.max_length = 8;
    tokenizer.type = TokenizerType::kChar;
    tokenizer.keep_whitespace = true;
    tokenizer.character_coverage = 1;
  }

  TrainingData prepare() const {
    return prepare_training_data(settings, tokenizer, FolderPaths(folder / ""),
                                 {.seed = 1, .num_threads = 1}, alone(), make_null_logger());
  }

  TemporaryFolder folder;
  DataSettings settings;
  TokenizerSettings tokenizer;
};

std::shared_ptr<const CorpusMix> first_epoch(const TrainingData& data) {
  return data.examples(0, [] { return false; });
}

/// A folder with tokenizers of both languages, as a translator's run leaves them.
std::string translator_folder(const TemporaryFolder& folder, bool shared) {
  const std::string run = folder / "translator";
  std::filesystem::create_directory(run);
  FolderSettings settings;
  settings.tokenizer.type = TokenizerType::kChar;
  settings.tokenizer.shared = shared;
  settings.tokenizer.vocabulary_size = 6;
  const FolderPaths paths(run);
  const TokenizerFiles files(paths, settings.tokenizer);
  train_tokenizer({"ab", "ba"}, settings.tokenizer, files.source_model);
  if (!shared) train_tokenizer({"cd", "dc"}, settings.tokenizer, files.target_model);
  write_file_atomically(paths.config(), write_settings(settings).dump(2));
  return run;
}

}  // namespace

TEST_CASE("a language model's data are blocks of its text, whole") {
  const Fixture fixture;
  const TrainingData data = fixture.prepare();
  CHECK(data.tokenizers.source == data.tokenizers.target);
  const Tokenizer& tokenizer = *data.tokenizers.target;
  const auto examples = first_epoch(data);
  std::string text;
  for (size_t i = 0; i < examples->size(); ++i) {
    const Example example = examples->read(i, 0);
    CHECK(example.source.empty());
    CHECK(example.target.size() <= 8);
    text += tokenizer.decode(example.target);
  }
  CHECK(text == read_file(fixture.settings.train[0].target));
}

TEST_CASE("the validation text of a language model is a stream, too, and its characters count") {
  const Fixture fixture;
  const TrainingData data = fixture.prepare();
  CHECK(data.valid.source == std::vector<std::string>(3));
  CHECK(data.valid.target == std::vector<std::string>{"Häuser ", "", "abc ab"});
  CHECK(data.valid_characters == 8 + 1 + 7);
  REQUIRE(data.valid_examples.size() == 2);
  const Example first = data.valid_examples.read(0, 0), second = data.valid_examples.read(1, 0);
  CHECK(data.tokenizers.target->decode(first.target) == "Häuser \n");
  CHECK(first.before == -1);
  CHECK(second.before == first.target.back());
  CHECK(second.source.empty());
  // The training text has no c.
  CHECK(second.target[3] == data.tokenizers.target->unknown_id());
}

TEST_CASE("lines of a language model's text end with end of sentence, blank ones are left out") {
  Fixture fixture;
  fixture.settings.layout = TextLayout::kLines;
  fixture.settings.max_length = 12;
  const TrainingData data = fixture.prepare();
  const auto examples = first_epoch(data);
  REQUIRE(examples->size() == 3);
  const Example example = examples->read(0, 0);
  CHECK(data.tokenizers.target->decode(example.target) == " the house");
  CHECK(example.target.back() == data.tokenizers.target->eos_id());
  CHECK(example.before == -1);
  CHECK(data.valid_examples.size() == 2);
  CHECK(data.valid_characters == 8 + 7);
  CHECK(data.fingerprints.size() == 2);
}

TEST_CASE("a text shorter than a block is an error that names the text and both lengths") {
  Fixture fixture;
  fixture.settings.max_length = 100;
  const std::string path = fixture.settings.train[0].target;
  CHECK_THROWS_WITH(fixture.prepare(),
                    ContainsSubstring("data.train (" + path +
                                      ") has 27 tokens, less than one block of "
                                      "data.max_length=100; give more text, leave this "
                                      "corpus out, or lower data.max_length"));
}

TEST_CASE("segmentations of a language model's lines are drawn anew in each pass") {
  Fixture fixture;
  fixture.settings.layout = TextLayout::kLines;
  fixture.settings.max_length = 30;
  fixture.settings.bpe_dropout = 0.5;
  fixture.tokenizer.type = TokenizerType::kBpe;
  fixture.tokenizer.vocabulary_size = 25;
  const TrainingData data = fixture.prepare();
  const auto examples = first_epoch(data);
  for (uint64_t pass = 0; pass < 5; ++pass) {
    const Example example = examples->read(0, pass);
    CHECK(example.source.empty());
    CHECK(data.tokenizers.target->decode(example.target) == " the house");
  }
}

TEST_CASE("a tokenizer that is taken from a folder comes with its settings") {
  Fixture fixture;
  const TrainingData first = fixture.prepare();
  const std::string run = fixture.folder / "first";
  std::filesystem::create_directory(run);
  std::filesystem::rename(fixture.folder / "tokenizer.model", FolderPaths(run).tokenizer());
  FolderSettings saved;
  saved.tokenizer = fixture.tokenizer;
  write_file_atomically(FolderPaths(run).config(), write_settings(saved).dump(2));

  TokenizerSettings settings;
  settings.from = run;
  fixture.tokenizer = adopt_tokenizer(settings, /*is_language_model=*/true);
  CHECK(fixture.tokenizer.keep_whitespace);
  CHECK(fixture.tokenizer.from == run);
  const TrainingData second = fixture.prepare();
  CHECK(second.tokenizers.target->tokens() == first.tokenizers.target->tokens());
  CHECK(second.fingerprints == first.fingerprints);
  settings.from = fixture.folder / "none";
  CHECK_THROWS_WITH(adopt_tokenizer(settings, true), ContainsSubstring("is not a model folder"));

  // A run that began goes on without the folder.
  saved.tokenizer = fixture.tokenizer;
  write_file_atomically(FolderPaths(fixture.folder.path()).config(), write_settings(saved).dump(2));
  std::filesystem::remove_all(run);
  settings.from = run;
  fixture.tokenizer = adopt_tokenizer(settings, true, fixture.folder.path());
  CHECK(write_settings(fixture.tokenizer) == write_settings(saved.tokenizer));
  CHECK(fixture.prepare().fingerprints == first.fingerprints);
  std::filesystem::remove(FolderPaths(fixture.folder.path()).tokenizer());
  CHECK_THROWS_WITH(fixture.prepare(), ContainsSubstring("is not a model folder"));
}

TEST_CASE("a language model takes the target's tokenizer of a translator with two") {
  Fixture fixture;
  const bool shared = GENERATE(true, false);
  TokenizerSettings settings;
  settings.from = translator_folder(fixture.folder, shared);
  CHECK(adopt_tokenizer(settings, /*is_language_model=*/false).shared == shared);
  fixture.tokenizer = adopt_tokenizer(settings, /*is_language_model=*/true);
  CHECK(fixture.tokenizer.shared);
  fixture.settings.layout = TextLayout::kLines;
  fixture.settings.max_length = 30;
  const TrainingData data = fixture.prepare();
  CHECK(data.tokenizers.source == data.tokenizers.target);
  CHECK(data.tokenizers.target->id_of("a").has_value() == shared);
  CHECK(data.tokenizers.target->id_of("d").has_value() != shared);
}

TEST_CASE("a model that has no line feed keeps no white space") {
  Fixture fixture;
  fixture.tokenizer.model = translator_folder(fixture.folder, true) + "/tokenizer.model";
  CHECK_THROWS_WITH(fixture.prepare(), ContainsSubstring("has no token for the line feed"));
}

TEST_CASE("all tokens of a block are predicted, whatever stands before it or is padding's id") {
  const std::vector<Example> examples{{{}, {7, 8, 7, 9}, 7}, {{}, {5, 6}, 8}};
  const BatchTensors tensors = to_device(make_batch(examples, {9, 9}), torch::kCPU);
  CHECK(tensors.source.sizes() == torch::IntArrayRef({2, 0}));
  CHECK(tensors.source.dtype() == torch::kInt64);
  CHECK(torch::equal(tensors.places, torch::tensor({0, 1, 2, 3, 4, 5}, torch::kInt64)));
  CHECK(torch::equal(tensors.targets, torch::tensor({7, 8, 7, 9, 5, 6}, torch::kInt64)));
}

}  // namespace dragoman
