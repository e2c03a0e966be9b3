#include "tokenizer/vocabulary.h"

#include <algorithm>

#include "catch.h"
#include "example_lines.h"
#include "temporary_folder.h"
#include "tokenizer/subword_sampler.h"
#include "tokenizer/tokenizer.h"
#include "written_file.h"

namespace dragoman {
namespace {

/// A SentencePiece model, and a vocabulary of its pieces in reversed order without one of them.
class ReversedVocabulary {
 public:
  ReversedVocabulary() {
    TokenizerSettings settings;
    settings.vocabulary_size = 120;
    settings.character_coverage = 1;
    train_tokenizer(example_lines(300), settings, folder_ / "model");
    std::vector<std::string> tokens = native().tokens();
    tokens.pop_back();  // padding
    std::reverse(tokens.begin(), tokens.end());
    tokens.erase(std::find(tokens.begin(), tokens.end(), "g"));
    tokens.insert(tokens.begin() + 5, ">>fra<<");
    tokens.emplace_back("<pad>");
    Vocabulary(tokens, "test").save(path());
  }

  std::string path() const { return folder_ / "vocabulary.json"; }
  Tokenizer native() const { return {folder_ / "model", false}; }
  Tokenizer with_vocabulary() const { return {folder_ / "model", false, path()}; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("with a vocabulary of its own a tokenizer makes the same pieces and other ids") {
  const ReversedVocabulary given;
  const Tokenizer native = given.native(), tokenizer = given.with_vocabulary();
  const Vocabulary vocabulary = Vocabulary::load(given.path());
  CHECK(tokenizer.vocabulary_size() == native.vocabulary_size());
  CHECK(tokenizer.tokens() == vocabulary.tokens());
  CHECK(tokenizer.pad_id() == tokenizer.vocabulary_size() - 1);
  CHECK(tokenizer.tokens()[tokenizer.eos_id()] == "</s>");
  for (const std::string& line : example_lines(50, 9)) {
    const std::vector<std::string> pieces = native.encode_as_pieces(line);
    CHECK(tokenizer.encode_as_pieces(line) == pieces);
    const TokenIds ids = tokenizer.encode(line);
    REQUIRE(ids.size() == pieces.size());
    bool has_all = true;
    for (size_t i = 0; i < ids.size(); ++i) {
      const auto id = vocabulary.find(pieces[i]);
      CHECK(ids[i] == id.value_or(tokenizer.unknown_id()));
      has_all = has_all && id.has_value();
    }
    if (has_all) CHECK(tokenizer.decode(ids) == native.normalize(line));
  }
}

TEST_CASE("a piece that the vocabulary lacks is unknown") {
  const ReversedVocabulary given;
  const TokenIds ids = given.with_vocabulary().encode("g");
  CHECK(std::count(ids.begin(), ids.end(), given.with_vocabulary().unknown_id()) == 1);
}

TEST_CASE("a language code of the vocabulary is one token at the beginning of a text alone") {
  const ReversedVocabulary given;
  const Tokenizer tokenizer = given.with_vocabulary();
  const std::vector<std::string> rest = tokenizer.encode_as_pieces("the house");
  std::vector<std::string> expected = rest;
  expected.insert(expected.begin(), ">>fra<<");
  CHECK(tokenizer.encode_as_pieces(">>fra<< the house") == expected);
  CHECK(tokenizer.encode(">>fra<< the house").front() == 5);
  CHECK(tokenizer.decode({5}) == ">>fra<<");
  CHECK(tokenizer.encode_as_pieces("the >>fra<< house").front() == rest.front());
  CHECK(tokenizer.encode_as_pieces(">>deu<< the house").front() != ">>deu<<");
  CHECK(given.native().encode_as_pieces(">>fra<< the").front() != ">>fra<<");
}

TEST_CASE("drawn segmentations have the ids of the vocabulary") {
  const ReversedVocabulary given;
  const Tokenizer tokenizer = given.with_vocabulary();
  const Vocabulary vocabulary = Vocabulary::load(given.path());
  const SubwordSampler sampler(tokenizer, {.bpe_dropout = 0.3, .unigram_alpha = 0});
  const std::string line = ">>fra<< the house walks";
  const TokenIds ids = sampler.encode(line, 7);
  CHECK(ids.front() == 5);
  CHECK(tokenizer.decode(ids) == ">>fra<< the house walks");
  const SubwordSampler calm(tokenizer, {.bpe_dropout = 1e-12, .unigram_alpha = 0});
  for (const std::string& text : example_lines(30, 4))
    CHECK(calm.encode(text, 1) == tokenizer.encode(text));
}

TEST_CASE("vocabularies that are damaged or lack what they need are refused") {
  const TemporaryFolder folder;
  const auto load = [&](const std::string& content) {
    return Vocabulary::load(written_file(folder / "v.json", content));
  };
  CHECK_THROWS_WITH(load("[\"</s>\", \"<unk>\""), ContainsSubstring("v.json"));
  CHECK_THROWS_WITH(load("{\"</s>\": 0}"), ContainsSubstring("no list"));
  CHECK_THROWS_WITH(load("[\"</s>\", \"<unk>\", 3]"), ContainsSubstring("entry 3 of its list"));
  const std::string deep = std::string(300000, '[') + std::string(300000, ']');
  CHECK_THROWS_WITH(load("[" + deep + "]"), ContainsSubstring("entry 1 of its list is no token"));
  CHECK_THROWS_WITH(load("[\"</s>\", \"<unk>\", \"</s>\"]"), ContainsSubstring("twice"));
  CHECK_THROWS_WITH(load("[\"</s>\", \"a\"]"), ContainsSubstring("no token <unk>"));
  CHECK(load("[\"</s>\", \"<unk>\", \"<pad>\"]").tokens().size() == 3);
}

TEST_CASE("language codes are told by their shape") {
  CHECK(leading_language_code(">>fra<< text") == ">>fra<<");
  CHECK(leading_language_code(">>fra text").empty());
  CHECK(leading_language_code(" >>fra<< text").empty());
  CHECK(leading_language_code(">><<").empty());
  CHECK(is_language_code(">>cmn_Hans<<"));
  CHECK_FALSE(is_language_code(">>fra<< "));
  CHECK_FALSE(is_language_code(""));
}

}  // namespace dragoman
