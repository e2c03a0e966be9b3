#include <algorithm>

#include "catch.h"
#include "example_lines.h"
#include "temporary_folder.h"
#include "tokenizer/subword_sampler.h"
#include "tokenizer/tokenizer.h"
#include "tokenizer/vocabulary.h"
#include "trained_tokenizer.h"

using namespace dragoman;

namespace {

using Lines = std::vector<std::string>;

constexpr TokenizerType kTypes[] = {TokenizerType::kChar, TokenizerType::kBpe,
                                    TokenizerType::kUnigram};

/// Example lines with white space around their words that no normalisation would leave there.
Lines spaced_lines() {
  const std::string spaces[] = {"", "  ", " \t", "   ", "\t"};
  Lines lines = example_lines(500);
  for (size_t i = 0; i < lines.size(); ++i) {
    lines[i].insert(std::min(lines[i].find(' '), lines[i].size()), i % 3, ' ');
    lines[i] = spaces[i % 5] + lines[i] + spaces[i / 5 % 5];
  }
  lines.insert(lines.end(), {"", "  ", "\uFB01ne\u00A0\u2460 "});
  return lines;
}

TokenizerSettings settings_of(TokenizerType type) {
  TokenizerSettings settings;
  settings.type = type;
  settings.keep_whitespace = true;
  settings.character_coverage = 1;
  settings.vocabulary_size = type == TokenizerType::kChar ? 8000 : 110;
  return settings;
}

TokenIds part_of(const TokenIds& ids, size_t begin, size_t end) {
  return {ids.begin() + static_cast<std::ptrdiff_t>(begin),
          ids.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace

TEST_CASE("where white space is kept, decoding gives back the text, whole and in parts") {
  const TokenizerType type = GENERATE(from_range(std::begin(kTypes), std::end(kTypes)));
  INFO(name_of(type));
  const Lines lines = spaced_lines();
  const Tokenizer tokenizer = trained_tokenizer(lines, settings_of(type));
  Lines texts(lines.end() - 60, lines.end());
  texts.push_back("  the\n\n house \n\t\n");
  for (const std::string& text : texts) {
    INFO("'" << text << "'");
    const TokenIds ids = tokenizer.encode(text);
    CHECK(std::count(ids.begin(), ids.end(), tokenizer.unknown_id()) == 0);
    CHECK(tokenizer.normalize(text) == text);
    for (size_t cut = 0; cut <= ids.size(); ++cut)
      CHECK(tokenizer.decode(part_of(ids, 0, cut)) +
                tokenizer.decode(part_of(ids, cut, ids.size())) ==
            text);
  }
}

TEST_CASE("a vocabulary of its own changes nothing about white space") {
  const TemporaryFolder folder;
  train_tokenizer(spaced_lines(), settings_of(TokenizerType::kBpe), folder / "model");
  Vocabulary(Tokenizer(folder / "model", false).tokens(), "test").save(folder / "vocabulary.json");
  const Tokenizer tokenizer(folder / "model", false, folder / "vocabulary.json");
  for (const std::string text : {"  the house ", " \tthe\n house"})
    CHECK(tokenizer.decode(tokenizer.encode(text)) == text);
}

TEST_CASE("where white space is kept, the line feed is a token, and the tab if the text has one") {
  const Tokenizer tokenizer = trained_tokenizer(spaced_lines(), settings_of(TokenizerType::kBpe));
  REQUIRE(tokenizer.id_of("\n"));
  const TokenIds ids = tokenizer.encode("the\n\n house");
  CHECK(std::count(ids.begin(), ids.end(), *tokenizer.id_of("\n")) == 2);
  CHECK(tokenizer.id_of("\t"));
  const Tokenizer without = trained_tokenizer({"ab", "b a"}, settings_of(TokenizerType::kChar));
  CHECK(without.id_of("\n"));
  CHECK(!without.id_of("\t"));
}

TEST_CASE("of characters with white space kept, the vocabulary is as large as the text needs") {
  TokenizerSettings settings = settings_of(TokenizerType::kChar);
  // End of sentence, unknown, line feed, a, b, space, padding.
  CHECK(trained_tokenizer({"ab", "b a"}, settings).vocabulary_size() == 7);
  CHECK(
      trained_tokenizer({"ab", "b a", "\f", std::string(6000, 'c')}, settings).vocabulary_size() ==
      9);
  settings.vocabulary_size = 7;
  CHECK(trained_tokenizer({"ab", "b a"}, settings).vocabulary_size() == 7);
  settings.vocabulary_size = 6;
  CHECK_THROWS_WITH(trained_tokenizer({"ab", "b a"}, settings),
                    ContainsSubstring("vocabulary_size 6 is too small") &&
                        ContainsSubstring("tokenizer.vocabulary_size=7 or more"));
}

TEST_CASE("of characters with white space kept, lines with rare ones are not left out") {
  TokenizerSettings settings = settings_of(TokenizerType::kChar);
  settings.training_lines = 2;
  const Tokenizer tokenizer =
      trained_tokenizer({"ab", "ba", "\u4e16", "ab", "ac\u2585d", "ba"}, settings);
  for (const std::string character : {"a", "b", "c", "d", "\u4e16"}) {
    INFO(character);
    CHECK(tokenizer.id_of(character));
  }
  CHECK(!tokenizer.id_of("\u2585"));
}

TEST_CASE("a text of nothing but white space trains no tokenizer, though it is kept") {
  for (const TokenizerType type : kTypes)
    CHECK_THROWS_WITH(trained_tokenizer({" ", "\t", ""}, settings_of(type)),
                      ContainsSubstring("there is no text"));
}

TEST_CASE("drawn segmentations spell the white space that is kept") {
  const Tokenizer tokenizer = trained_tokenizer(spaced_lines(), settings_of(TokenizerType::kBpe));
  const SubwordSampler sampler(tokenizer, {.bpe_dropout = 0.5, .unigram_alpha = 0});
  for (uint64_t key = 0; key < 20; ++key)
    CHECK(tokenizer.decode(sampler.encode("  the  house\t und ", key)) == "  the  house\t und ");
}

TEST_CASE("settings that white space cannot be kept with are refused") {
  TokenizerSettings settings = settings_of(TokenizerType::kNone);
  CHECK_THROWS_WITH(trained_tokenizer(spaced_lines(), settings),
                    ContainsSubstring("with tokenizer.type none spaces are what separates"));
  settings = settings_of(TokenizerType::kBpe);
  settings.normalization = Normalization::kNfkc;
  CHECK_THROWS_WITH(trained_tokenizer(spaced_lines(), settings),
                    ContainsSubstring("tokenizer.normalization is nfkc"));
}
