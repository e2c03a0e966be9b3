#include "captured_stderr.h"
#include "small_runs.h"
#include "train/check_corpora.h"
#include "train/make_tokenizers.h"

namespace dragoman {
namespace {

/// Reads the corpora of `settings` into a run's cache.
void read_corpora(const TemporaryFolder& folder, DataSettings settings) {
  write_corpora(folder, settings);
  TokenizerSettings characters;
  characters.type = TokenizerType::kChar;
  characters.vocabulary_size = 12;
  characters.character_coverage = 1;
  prepare_training_data(settings, characters, FolderPaths(folder / ""),
                        {.seed = 1, .num_threads = 1}, alone(), make_stderr_logger());
}

}  // namespace

TEST_CASE("a corpus of which nothing is left is a warning where there are others") {
  const TemporaryFolder folder;
  DataSettings settings;
  settings.train = {written_corpus(folder / "train.tsv", 60, 1), {}};
  settings.train[1].tsv = written_file(folder / "empty.tsv", "a\t\n\tb\n");
  CHECK_THAT(captured_stderr([&] { read_corpora(folder, settings); }),
             ContainsSubstring("warning: train: " + settings.train[1].tsv +
                               ": 0 pairs; left out: 2 with an empty side; nothing is trained on"));
  settings.train[1].weight = 0;
  CHECK_THAT(captured_stderr([&] { read_corpora(folder, settings); }),
             !ContainsSubstring("warning: train"));
}

TEST_CASE("many pairs that are too long are a warning that says to split them") {
  const TemporaryFolder folder;
  DataSettings settings;
  settings.max_length = 9;
  const std::string usable = "abc\tcba\n", longer = "abcdefgh ab\tba hgfedcba\n";
  const auto said_of = [&](int num_long) {
    std::string lines;
    for (int i = 0; i < 9; ++i) lines += usable;
    for (int i = 0; i < num_long; ++i) lines += longer;
    settings.train.resize(1);
    settings.train[0].tsv = written_file(folder / "train.tsv", lines);
    settings.valid.tsv = written_file(folder / "valid.tsv", usable);
    return captured_stderr([&] { read_corpora(folder, settings); });
  };
  CHECK_THAT(said_of(1), !ContainsSubstring("warning: train"));
  CHECK_THAT(said_of(2), ContainsSubstring("warning: train: ") &&
                             ContainsSubstring("left out: 2 too long") &&
                             ContainsSubstring("; split the text into sentences, one a line"));
  written_file(folder / "train.tsv", longer);
  CHECK_THROWS_WITH(read_corpora(folder, settings),
                    ContainsSubstring("no usable pairs: 0 pairs; left out: 1 too long; split"));
}

TEST_CASE("a validation without the tag of all corpora is a warning") {
  const TemporaryFolder folder;
  DataSettings settings;
  settings.train = {written_corpus(folder / "train.tsv", 60, 1)};
  settings.valid = written_corpus(folder / "valid.tsv", 8, 100);
  const auto said_of = [&](const std::string& tag, const std::string& of_valid) {
    settings.train[0].tag = tag;
    settings.valid.tag = of_valid;
    return captured_stderr([&] { warn_of_tags(settings, make_stderr_logger()); });
  };
  CHECK_THAT(said_of("<a>", ""), ContainsSubstring("set data.valid.tag, as to <a>"));
  CHECK_THAT(said_of("<b>", "<a>"), ContainsSubstring("data.valid.tag is <a>, which no corpus"));
  CHECK(said_of("", "<a>").empty());  // the text may have tags of its own
  CHECK(said_of("<a>", "<a>").empty());
  CHECK(said_of("", "").empty());
  settings.train.push_back(settings.train[0]);
  CHECK(said_of("<a>", "").empty());  // the second has none
}

TEST_CASE("weights by which no memory holds an epoch are refused by their setting") {
  const TemporaryFolder folder;
  DataSettings settings;
  settings.train = {written_corpus(folder / "a.tsv", 60, 1),
                    written_corpus(folder / "b.tsv", 60, 9)};
  settings.train[1].weight = 1e8;
  CHECK_THROWS_WITH(read_corpora(folder, settings),
                    ContainsSubstring("data.train.1.weight is 100000000.0, so that an epoch has "
                                      "6000000000 examples"));
}

TEST_CASE("a corpus of which no epoch has a pair is a warning that names a weight") {
  const TemporaryFolder folder;
  DataSettings settings;
  settings.train = {written_corpus(folder / "a.tsv", 60, 1),
                    written_corpus(folder / "b.tsv", 30, 9)};
  const auto said_of = [&](double weight) {
    settings.train[1].weight = weight;
    return captured_stderr([&] { read_corpora(folder, settings); });
  };
  CHECK_THAT(
      said_of(0.016),
      ContainsSubstring("warning: data.train.1.weight is 0.016, so that an epoch has none of "
                        "its 30 examples") &&
          ContainsSubstring("; set data.train.1.weight to 0.03\n"));
  for (const double weight : {0.0, 0.03, 1.0})
    CHECK_THAT(said_of(weight), !ContainsSubstring("data.train.1.weight"));
}

TEST_CASE("tags and other symbols are no words that word dropout drops") {
  const TemporaryFolder folder;
  DataSettings settings;
  settings.train = {written_corpus(folder / "a.tsv", 60, 1)};
  settings.train[0].tag = "<2de>";
  const TrainingData data = make_data(folder, settings, TokenizerType::kBpe);
  const TokenIds ids = data.tokenizers.source->encode("<2de>");
  CHECK(data.word_dropout.source_symbols == TokenSet{ids.back()});
}

TEST_CASE("a vocabulary whose size is an estimate is the largest that the text allows") {
  const TemporaryFolder folder;
  DataSettings data;
  write_corpora(folder, data);
  TokenizerSettings settings;
  settings.type = GENERATE(TokenizerType::kBpe, TokenizerType::kUnigram, TokenizerType::kChar);
  settings.vocabulary_size = 8000;
  const auto make = [&](bool fits_vocabulary) {
    return make_tokenizers(data, settings, FolderPaths(folder / ""), false, make_stderr_logger(),
                           fits_vocabulary);
  };
  CHECK_THROWS_WITH(make(false), ContainsSubstring("vocabulary_size 8000 is too large"));
  int64_t made = 0;
  const std::string said = captured_stderr([&] { made = make(true).source->vocabulary_size(); });
  CHECK(made >= 12);
  CHECK(made < 2000);
  CHECK_THAT(said, ContainsSubstring("the text allows no vocabulary of 8000 tokens: it gets " +
                                     std::to_string(made) + "\n"));
}

TEST_CASE("an estimated vocabulary fits each language's text by itself") {
  const TemporaryFolder folder;
  std::string pairs;
  for (const std::string target : {"ab", "cd", "ef", "gh"}) pairs += "a\t" + target + "\n";
  DataSettings data;
  data.train.emplace_back().tsv = written_file(folder / "pairs.tsv", pairs);
  TokenizerSettings settings;
  settings.shared = false;
  settings.type = TokenizerType::kChar;
  settings.character_coverage = 1;
  const Tokenizers made = make_tokenizers(data, settings, FolderPaths(folder / ""), false,
                                          make_null_logger(), /*fits_vocabulary=*/true);
  // End of sentence, unknown, padding, a space and the letters.
  CHECK(made.source->vocabulary_size() == 5);
  CHECK(made.target->vocabulary_size() == 12);
}

}  // namespace dragoman
