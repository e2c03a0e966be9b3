#include "data/pair_encoder.h"

#include "catch.h"
#include "data/long_line.h"
#include "tokenizer/text_part.h"
#include "trained_tokenizer.h"

namespace dragoman {
namespace {

/// Of the letters a and b.
Tokenizer make_tokenizer() { return character_tokenizer({"ab", "ba"}, {.vocabulary_size = 6}); }

}  // namespace

TEST_CASE("pairs are left out by length and ratio, and counted") {
  const Tokenizer tokenizer = make_tokenizer();
  DataSettings settings;
  settings.min_length = 3;
  settings.max_length = 8;
  settings.max_ratio = 2;
  const PairEncoder encoder(tokenizer, tokenizer, settings);
  PairCounts counts;
  // A side has as many tokens as letters, and the space before it and end of sentence.
  CHECK(encoder.encode({"ab", "ba"}, counts)->source.size() == 4);
  CHECK(encoder.encode({"a", "abab"}, counts));
  CHECK(!encoder.encode({"a", "ababa"}, counts));
  CHECK(!encoder.encode({" ", "ab"}, counts));
  CHECK(!encoder.encode({"abababa", "ab"}, counts));
  settings.min_length = 4;
  CHECK(!PairEncoder(tokenizer, tokenizer, settings).encode({"a", "ab"}, counts));
  CHECK(counts.text() ==
        "2 pairs; left out: 1 with an empty side, 1 too short, 1 too long, 1 of too unlike "
        "lengths");
  CHECK(PairCounts{.kept = 3}.text() == "3 pairs");
}

TEST_CASE("a side is empty if it has only the corpus's tag") {
  TokenizerSettings settings;
  settings.vocabulary_size = 7;
  settings.user_symbols = {"<t>"};
  const Tokenizer tokenizer = character_tokenizer({"ab", "ba"}, settings);
  CorpusSettings corpus;
  corpus.tag = "<t>";
  const PairEncoder encoder(tokenizer, tokenizer, {}, corpus);
  PairCounts counts;
  CHECK(encoder.encode({"<t> a", "ab"}, counts));
  CHECK(!encoder.encode({"<t> ", "ab"}, counts));
  CHECK(!encoder.encode({"<t> \u200b", "ab"}, counts));  // a space of no width
  CHECK(!encoder.encode({"<t> a", ""}, counts));
  CHECK(counts.text() == "1 pairs; left out: 3 with an empty side");
}

TEST_CASE("a very long line is too long at once, or has the tokens of the whole") {
  const Tokenizer tokenizer = make_tokenizer();
  const size_t much = 140'000;
  const std::string unknown = "a " + std::string(much, 'x') + " b", blank(much, ' ');
  std::string words;
  while (words.size() < much) words += "ab ba";
  for (const std::string& line : {unknown, "a" + blank + "b", unknown + blank + unknown})
    CHECK(encode_line(tokenizer, line, 20) == tokenizer.encode(line));
  CHECK(encode_line(tokenizer, words, 2 * much) == tokenizer.encode(words));
  const size_t num_first = encode_line(tokenizer, words, 20).size();
  CHECK(num_first > 20);
  CHECK(num_first <= kLongestPart + 1);
  PairCounts counts;
  CHECK(!PairEncoder(tokenizer, tokenizer, {}).encode({words, "ab"}, counts));
  CHECK(counts.too_long == 1);
}

TEST_CASE("of a language model's text the lines are filtered by their own length, and counted") {
  const Tokenizer tokenizer = make_tokenizer();
  DataSettings settings;
  settings.min_length = 4;
  settings.max_length = 6;
  settings.max_ratio = 1.5;
  CorpusSettings text;
  text.target = "text";
  const PairEncoder encoder(tokenizer, tokenizer, settings, text);
  PairCounts counts;
  const auto example = encoder.encode({"", "abab"}, counts);
  REQUIRE(example);
  CHECK(example->source.empty());
  CHECK(example->target.size() == 6);
  CHECK(example->target.back() == tokenizer.eos_id());
  CHECK(example->before == -1);
  CHECK(!encoder.encode({"", "ababa"}, counts));
  CHECK(!encoder.encode({"", "a"}, counts));
  CHECK(!encoder.encode({"", "  "}, counts));
  CHECK(counts.text(true) == "1 lines; left out: 1 blank, 1 too short, 1 too long");
}

}  // namespace dragoman
