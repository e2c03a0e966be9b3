#include "translate/line_encoder.h"

#include <thread>

#include "catch.h"
#include "io/content_hash.h"
#include "io/random.h"
#include "temporary_folder.h"
#include "threads/cancellation.h"
#include "trained_tokenizer.h"
#include "translate/line_splitter.h"
#include "translate/terminology.h"

namespace dragoman {
namespace {

/// Of the letters a to h and the full stop, each a token.
Tokenizer tokenizer_of_characters() {
  return character_tokenizer({"abc def gh.", "hgf. edc ba"}, {.vocabulary_size = 13});
}

/// Like tokenizer_of_characters(), with white space as it is.
Tokenizer tokenizer_that_keeps_space() {
  return character_tokenizer({"abc def gh.", "hgf. edc ba"},
                             {.vocabulary_size = 40, .keep_whitespace = true});
}

}  // namespace

TEST_CASE("terms are phrases of the parts of a line that have them, as far as there is room") {
  const Tokenizer tokenizer = tokenizer_of_characters();
  const auto terms = std::make_shared<Terminology>(std::vector<std::pair<std::string, std::string>>{
      {"def", "hg"}, {"gh", "fedcbafedcba"}, {"abc", "a"}});
  const SearchSettings settings;
  TranslationCounts counts;
  const EncodedLines lines =
      LineEncoder({tokenizer, tokenizer, 12}, settings)
          .encode({{.text = "abc gh. def gh.", .terminology = terms}}, counts);
  REQUIRE(lines.num_parts == std::vector<size_t>{2});
  const auto phrases_of = [&](size_t part) {
    std::vector<std::string> phrases;
    for (const TokenIds& ids : lines.tasks[part].phrases) phrases.push_back(tokenizer.decode(ids));
    return phrases;
  };
  CHECK(phrases_of(0) == std::vector<std::string>{"a"});
  CHECK(phrases_of(1) == std::vector<std::string>{"hg"});
}

TEST_CASE("a term protected in one part of a line is a phrase of the other") {
  const Tokenizer tokenizer = tokenizer_of_characters();
  const auto terms = std::make_shared<Terminology>(
      std::vector<std::pair<std::string, std::string>>{{"def", "hg"}});
  const auto num_phrases = [&](const std::vector<ByteSpan>& kept) {
    TranslationCounts counts;
    const SearchSettings settings;
    const EncodedLines lines =
        LineEncoder({tokenizer, tokenizer, 12}, settings)
            .encode(
                {{.text = "abc def. abc def. def", .terminology = terms, .protected_spans = kept}},
                counts);
    std::vector<size_t> found;
    for (const SearchTask& task : lines.tasks) found.push_back(task.phrases.size());
    return found;
  };
  REQUIRE(num_phrases({}) == std::vector<size_t>{1, 1, 1});
  CHECK(num_phrases({{4, 7}}) == std::vector<size_t>{0, 1, 1});
  CHECK(num_phrases({{13, 16}}) == std::vector<size_t>{1, 0, 1});
  CHECK(num_phrases({{4, 7}, {18, 21}}) == std::vector<size_t>{0, 1, 0});
}

TEST_CASE(
    "a phrase of a script without spaces may stand behind a word, others only behind a space") {
  std::vector<std::string> lines;
  for (int i = 0; i < 40; ++i)
    lines.insert(lines.end(), {"ファイル", "表、次のファイル。", "表 ファイル file", "次の表"});
  const TokenizerType type = GENERATE(TokenizerType::kBpe, TokenizerType::kChar);
  const int64_t size = type == TokenizerType::kChar ? 17 : 24;
  const Tokenizer tokenizer =
      trained_tokenizer(lines, {.type = type, .vocabulary_size = size, .character_coverage = 1});
  const SearchSettings settings;
  TranslationCounts counts;
  const EncodedLines encoded =
      LineEncoder({tokenizer, tokenizer, 40}, settings)
          .encode({{.text = "file", .phrases = {"ファイル", "file", "次の"}}}, counts);
  const auto text_of = [&](const TokenIds& ids) {
    std::string text;
    for (const std::string& piece : tokenizer.pieces_of(ids)) text += piece;
    return text;
  };
  const SearchTask& task = encoded.tasks.front();
  REQUIRE(task.phrases.size() == 3);
  REQUIRE(task.phrases_inside.size() == 3);
  CHECK(text_of(task.phrases[0]) == "▁ファイル");
  CHECK(text_of(task.phrases_inside[0]) == "ファイル");
  CHECK(text_of(task.phrases[1]) == "▁file");
  CHECK(task.phrases_inside[1].empty());
  CHECK(text_of(task.phrases_inside[2]) == "次の");
}

TEST_CASE("white space at the ends of a line does not change its draws") {
  const Tokenizer tokenizer = tokenizer_of_characters();
  const SearchSettings settings;
  TranslationCounts counts;
  const EncodedLines lines =
      LineEncoder({tokenizer, tokenizer, 12}, settings)
          .encode({{.text = "abc"}, {.text = " \tabc\u3000\u2028\r"}, {.text = "ab c"}}, counts);
  REQUIRE(lines.tasks.size() == 3);
  CHECK(lines.tasks[1].sampling_key == lines.tasks[0].sampling_key);
  CHECK(lines.tasks[2].sampling_key != lines.tasks[0].sampling_key);
  ContentHash hash;
  hash.add("abc");
  CHECK(lines.tasks[0].sampling_key == derive_key(settings.seed, hash.value(), 0));
}

TEST_CASE("encoding lines can be cancelled") {
  const Tokenizer tokenizer = tokenizer_of_characters();
  const SearchSettings settings;
  const TextSides sides{tokenizer, tokenizer, 12};
  const LineEncoder encoder(sides, settings);
  TranslationCounts counts;
  const Cancellation cancellation([] { return false; });
  std::this_thread::sleep_for(Cancellation::kInterval);
  CHECK_THROWS_AS(encoder.encode({{.text = "abc"}}, counts), Cancelled);
  CHECK_THROWS_AS(encoder.encode_pairs({"abc"}, {"cba"}, counts), Cancelled);
  CHECK_THROWS_AS(encode_in_parts("abc abc", tokenizer, 3, false), Cancelled);
}

TEST_CASE("blank lines, prefixes and phrases ask for nothing, also where white space is kept") {
  const Tokenizer tokenizer = tokenizer_that_keeps_space();
  const SearchSettings settings;
  TranslationCounts counts;
  const EncodedLines lines = LineEncoder({tokenizer, tokenizer, 12}, settings)
                                 .encode({{.text = "  "},
                                          {.text = "ab", .prefix = " ", .phrases = {"  "}},
                                          {.text = " a", .prefix = " b"}},
                                         counts);
  REQUIRE(lines.num_parts == std::vector<size_t>{0, 1, 1});
  CHECK(lines.tasks[0].prefix.empty());
  CHECK(lines.tasks[0].phrases.empty());
  CHECK(tokenizer.decode(lines.tasks[1].prefix) == " b");
  CHECK(tokenizer.decode(lines.tasks[1].source) == " a");
}

TEST_CASE("phrases that would continue a word have room for the ends of words before them") {
  const Tokenizer tokenizer = tokenizer_that_keeps_space();
  SearchSettings settings;
  settings.max_length_factor = 0;
  settings.max_length_offset = 1;
  TranslationCounts counts;
  const EncodedLines lines =
      LineEncoder({tokenizer, tokenizer, 12}, settings)
          .encode({{.text = "a", .phrases = {"ab", "cd"}}, {.text = "a", .phrases = {" ab", "."}}},
                  counts);
  CHECK(lines.tasks[0].max_length == 7);
  CHECK(lines.tasks[1].max_length == 5);
}

TEST_CASE("where white space is kept, a phrase has a space before it, but not at the beginning") {
  const Tokenizer tokenizer = tokenizer_that_keeps_space();
  const SearchSettings settings;
  TranslationCounts counts;
  const EncodedLines lines = LineEncoder({tokenizer, tokenizer, 12}, settings)
                                 .encode({{.text = "a", .phrases = {"ab", " cd", "."}}}, counts);
  CHECK(lines.tasks[0].phrases == std::vector<TokenIds>{tokenizer.encode(" ab"),
                                                        tokenizer.encode(" cd"),
                                                        tokenizer.encode(".")});
  CHECK(lines.tasks[0].phrases_inside == std::vector<TokenIds>{tokenizer.encode("ab"), {}, {}});
}

TEST_CASE("the least length raises the maximum length, up to the model's limit") {
  const Tokenizer tokenizer = tokenizer_of_characters();
  SearchSettings settings;
  settings.max_length_factor = 0;
  settings.max_length_offset = 4;
  const auto lengths = [&](int64_t min_length) {
    settings.min_length = min_length;
    TranslationCounts counts;
    const SearchTask task =
        LineEncoder({tokenizer, tokenizer, 12}, settings).encode({{"a"}}, counts).tasks[0];
    return std::pair(task.min_length, task.max_length);
  };
  CHECK(lengths(3) == std::pair<int64_t, int64_t>(3, 4));
  CHECK(lengths(7) == std::pair<int64_t, int64_t>(7, 7));
  CHECK(lengths(60) == std::pair<int64_t, int64_t>(12, 12));
}

TEST_CASE("a prefix may repeat protected parts, which no vocabulary needs to have") {
  const Tokenizer tokenizer = tokenizer_of_characters();
  const SearchSettings settings;
  const TextSides sides{tokenizer, tokenizer, 12};
  const LineEncoder encoder(sides, settings);
  TranslationCounts counts;
  TranslationRequest request{.text = "ab {x}", .prefix = "{x}", .protected_spans = {{3, 6}}};
  CHECK(encoder.encode({request}, counts).tasks.size() == 1);
  request.protected_spans.clear();
  CHECK_THROWS_AS(encoder.encode({request}, counts), std::invalid_argument);
}

}  // namespace dragoman
