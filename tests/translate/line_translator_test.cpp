#include "translate/line_translator.h"

#include <algorithm>

#include "catch.h"
#include "echo_model.h"
#include "toy_model.h"
#include "trained_tokenizer.h"
#include "translate/terminology.h"

namespace dragoman {
namespace {

/// A tokenizer of single characters, a to h and the full stop.
Tokenizer letters_and_full_stop() {
  return character_tokenizer({"abc def gh.", "hgf. edc ba"}, {.vocabulary_size = 13});
}

/// A translator that repeats lines, for up to `max_length` tokens with the end of sentence.
struct Echo {
  explicit Echo(int64_t max_length) : translator(model, {tokenizer, tokenizer, max_length}) {}

  Tokenizer tokenizer = letters_and_full_stop();
  EchoModel model{tokenizer};
  LineTranslator translator;
};

/// The best translations of lines.
std::vector<std::string> translate(const LineTranslator& translator,
                                   const std::vector<std::string>& lines,
                                   const SearchSettings& settings, TranslationCounts& counts) {
  std::vector<TranslationRequest> requests;
  for (const std::string& line : lines) requests.push_back({.text = line});
  std::vector<std::string> texts;
  for (const auto& translations : translator.translate(requests, settings, counts))
    texts.push_back(translations.front().text);
  return texts;
}

}  // namespace

TEST_CASE("translations come in the order of the lines, whatever the batches") {
  Echo echo(64);
  SearchSettings settings;
  settings.beam = GENERATE(1, 3);
  settings.batch_tokens = GENERATE(1, 20, 4096);
  TranslationCounts counts;
  const std::vector<std::string> lines{"abc", "", "a", "gh. abc def", "  ", "fed", "abc"};
  CHECK(translate(echo.translator, lines, settings, counts) ==
        std::vector<std::string>{"abc", "", "a", "gh. abc def", "", "fed", "abc"});
  CHECK(counts.lines == 7);
  CHECK(counts.split_lines.empty());
  if (settings.batch_tokens == 1) CHECK(echo.model.batch_rows == std::vector<int64_t>(5, 1));
}

TEST_CASE("a line's watch sees its translation grow, with all of its parts") {
  Echo echo(12);
  SearchSettings settings;
  settings.beam = GENERATE(1, 3);
  std::vector<std::string> seen;
  std::vector<BeamStep> steps;
  const std::string line = "abc def. gh abc def";
  const TranslationRequest request{
      .text = line,
      .watch = {.on_text = [&](const std::string& text) { seen.push_back(text); },
                .on_step = [&](const BeamStep& step) { steps.push_back(step); }}};
  TranslationCounts counts;
  const auto translations = echo.translator.translate({{"a"}, request}, settings, counts);
  CHECK(translations[1].front().text == line);
  REQUIRE_FALSE(seen.empty());
  CHECK(seen.front().size() < line.size());
  CHECK(seen.back() == line);
  CHECK_FALSE(steps.empty());
  for (const BeamStep& step : steps) CHECK_FALSE(step.nodes.empty());
}

TEST_CASE("a line whose watch returns false before its search begins is not even encoded") {
  Echo echo(64);
  SearchSettings settings;
  settings.beam = GENERATE(1, 3);
  settings.samples = GENERATE(0, 3);
  settings.alignment = true;
  settings.batch_tokens = GENERATE(1, 4096);
  const TranslationRequest request{.text = "abc def", .watch = {.goes_on = [] { return false; }}};
  TranslationCounts counts;
  const auto found = echo.translator.translate({request, {"fed cba"}, request}, settings, counts);
  CHECK(found[0].front().text.empty());
  CHECK_FALSE(found[1].front().text.empty());
  CHECK(echo.model.batch_rows == std::vector<int64_t>{std::max<int64_t>(settings.samples, 1)});
}

TEST_CASE("a line whose watch returns false ends, and the others are translated") {
  Echo echo(64);
  SearchSettings settings;
  settings.beam = GENERATE(1, 3);
  int asked = 0;
  const TranslationRequest request{.text = "abc def",
                                   .watch = {.goes_on = [&] { return ++asked < 2; }}};
  TranslationCounts counts;
  const auto found = echo.translator.translate({request, {"fed cba"}}, settings, counts);
  CHECK(asked == 2);
  CHECK(found[0].front().text.size() < 3);
  CHECK(found[1].front().text == "fed cba");
}

TEST_CASE("a line longer than the model takes is split, translated and joined") {
  Echo echo(12);
  TranslationCounts counts;
  const auto translations = translate(echo.translator, {"abc", "abc def. gh abc def"}, {}, counts);
  CHECK(translations[1] == "abc def. gh abc def");
  CHECK(counts.split_lines == std::vector<size_t>{1});
}

TEST_CASE("words are aligned through all parts of a line, at the step of the model") {
  Echo echo(12);
  echo.model.aligning = GENERATE(AlignmentStep::kPredicting, AlignmentStep::kFollowing);
  SearchSettings settings;
  settings.alignment = true;
  settings.num_best = 2;
  TranslationCounts counts;
  const auto translations =
      echo.translator.translate({{.text = "abc def. gh abc def"}}, settings, counts);
  REQUIRE(translations[0].size() == 2);
  const Translation& best = translations[0][0];
  REQUIRE(best.word_alignment.size() == 5);
  for (int32_t word = 0; word < 5; ++word)
    CHECK((best.word_alignment[word] == AlignmentLink{word, word}));
  REQUIRE(best.token_alignment.size() == best.tokens.size());
  for (const AlignmentLink& link : best.token_alignment) CHECK(link.source == link.target);
  CHECK(best.source_tokens == best.tokens);
  for (const auto& row : best.attention) CHECK(row.size() == best.source_tokens.size());
  const auto links = echo.translator.translate({{.text = "abc def. gh abc def"}}, settings, counts,
                                               AlignmentDetail::kLinks);
  CHECK(links[0][0].attention.empty());
  CHECK(links[0][0].token_alignment == best.token_alignment);
  CHECK(links[0][0].word_alignment == best.word_alignment);
  double sum = 0;
  for (const float value : best.token_log_probabilities) sum += value;
  CHECK(best.log_probability == Approx(sum));
}

TEST_CASE("links count words as white space separates them, in the line and in what is printed") {
  Echo echo(12);
  SearchSettings settings;
  settings.beam = GENERATE(1, 3);
  settings.alignment = true;
  settings.unknown = UnknownTokens::kAllow;
  const auto links = [&](const std::string& line) {
    TranslationCounts counts;
    return to_pharaoh(
        echo.translator.translate({{.text = line}}, settings, counts)[0][0].word_alignment);
  };
  CHECK(links("a b c") == "0-0 1-1 2-2");
  CHECK(links("a\u00a0b c") == "0-0 0-1 1-2");
  CHECK(links("a \u200b b") == "0-0 2-1");
  CHECK(links("\ufeff a b") == "1-0 2-1");
  CHECK(links("aXb c") == "0-0 0-1 0-2 1-3");
  CHECK(links("a X c") == "0-0 1-1 2-2");
  // Lines cut within a word, whose parts are printed apart.
  CHECK(links("abcdefghabcdefgh abc") == "0-0 0-1 1-2");
  CHECK(links("ab defghab. c") == "0-0 1-1 1-2 2-3");
  CHECK(links("abc\u00a0def. gh abc def") == "0-0 0-1 1-2 2-3 3-4");
}

TEST_CASE("links of scored pairs count the words of the given texts") {
  Echo echo(24);
  SearchSettings settings;
  settings.alignment = true;
  TranslationCounts counts;
  const auto scored = echo.translator.score({"ab cd ef", "ab\u00a0cd ef"},
                                            {"ab\u00a0cd ef", "aX \u200b b c"}, settings, counts);
  CHECK(to_pharaoh(scored[0].word_alignment) == "0-0 1-0 2-1");
  CHECK(to_pharaoh(scored[1].word_alignment) == "0-0 0-2 0-3 1-3");
}

TEST_CASE("pairs are scored even if the settings say that nobody reads scores of translations") {
  Echo echo(24);
  SearchSettings settings;
  settings.scores = GENERATE(true, false);
  TranslationCounts counts;
  const auto scored = echo.translator.score({"ab cd"}, {"ab X"}, settings, counts);
  CHECK(scored[0].log_probability < 0);
}

TEST_CASE(
    "unknown tokens are allowed, forbidden, or replaced by the source piece with most attention") {
  Echo echo(64);
  SearchSettings settings;
  settings.beam = GENERATE(1, 3);
  settings.unknown = UnknownTokens::kAllow;
  CHECK(echo.translator.translate({"aXb \xc3\x84."}, settings)[0] ==
        "a \xe2\x81\x87 b  \xe2\x81\x87 .");
  settings.unknown = UnknownTokens::kReplace;
  CHECK(echo.translator.translate({"aXb \xc3\x84."}, settings)[0] == "aXb \xc3\x84.");
  settings.unknown = UnknownTokens::kForbid;
  CHECK(echo.translator.translate({"aXb"}, settings)[0].find("\xe2\x81\x87") == std::string::npos);
}

TEST_CASE("the next best translations of a line in parts are made of the next best of its parts") {
  Echo echo(12);
  SearchSettings settings;
  settings.num_best = 3;
  TranslationCounts counts;
  const auto translations =
      echo.translator.translate({{.text = "abc def. gh abc def"}, {.text = ""}}, settings, counts);
  REQUIRE(translations[0].size() == 3);
  CHECK(translations[0][0].score >= translations[0][1].score);
  CHECK(translations[0][1].score >= translations[0][2].score);
  REQUIRE(translations[1].size() == 1);
  CHECK(translations[1][0].text.empty());
}

TEST_CASE("a phrase, prefix or piece that no translation can have is named") {
  Echo echo(12);
  const auto check = [&](const TranslationRequest& request) {
    echo.translator.check(std::vector{request}, SearchSettings{});
  };
  check({.text = "abc", .prefix = "ab", .phrases = {"ab", "cd"}});
  CHECK_THROWS_WITH(check({.text = "abc", .phrases = {"aXb"}}), ContainsSubstring("`aXb`"));
  CHECK_THROWS_WITH(check({.text = "abc", .prefix = "abcabcabcabc"}), ContainsSubstring("prefix"));
  CHECK_THROWS_WITH(check({.text = "abc", .prefix = "aXb"}),
                    ContainsSubstring("the prefix `aXb` cannot be part"));
  CHECK_THROWS_WITH(check({.text = "abc", .phrases = {"abcdef", "fedcba"}}),
                    ContainsSubstring("more tokens than"));
  SearchSettings settings;
  settings.unknown = GENERATE(UnknownTokens::kAllow, UnknownTokens::kReplace);
  echo.translator.check({{.text = "abc", .prefix = "aXb"}}, settings);
  settings = {};
  settings.suppress = {"xyz"};
  CHECK_THROWS_WITH(echo.translator.check(settings), ContainsSubstring("`xyz`"));
  settings = {};
  settings.beam = 100;
  CHECK_THROWS_WITH(echo.translator.check(settings), ContainsSubstring("search.beam is 100"));
}

TEST_CASE("samples are drawn without phrases and terms that they must contain") {
  Echo echo(12);
  SearchSettings settings;
  settings.samples = 2;
  const auto terms = std::make_shared<Terminology>(
      std::vector<std::pair<std::string, std::string>>{{"abc", "def"}});
  const auto refusal = ContainsSubstring("leave out those, or search.samples");
  echo.translator.check({{.text = "abc", .prefix = "ab"}}, settings);
  CHECK_THROWS_WITH(echo.translator.check({{.text = "abc", .phrases = {"ab"}}}, settings), refusal);
  const std::vector<TranslationRequest> with_terms{{.text = "abc", .terminology = terms}};
  CHECK_THROWS_WITH(echo.translator.check(with_terms, settings), refusal);
  settings.terminology_mode = TerminologyMode::kInline;
  echo.translator.check(with_terms, settings);
}

TEST_CASE("texts that are cut to be scored are counted") {
  Echo echo(6);
  TranslationCounts counts;
  const std::vector<std::string> texts{"abc", "abc def", "fed"};
  CHECK(echo.translator.score(texts, {"abc", "ab", "abc def"}, {}, counts).size() == 3);
  CHECK(counts.split_lines == std::vector<size_t>{1});
  CHECK(counts.cut_translations == std::vector<size_t>{2});
}

TEST_CASE("a layer that the decoder lacks is an error, also for scoring") {
  Echo echo(12);
  SearchSettings settings;
  settings.alignment = true;
  settings.alignment_layer = 2;
  TranslationCounts counts;
  const auto refusal = ContainsSubstring("alignment_layer is 2, but the decoder has 1 layers");
  CHECK_THROWS_WITH(echo.translator.check(settings), refusal);
  CHECK_THROWS_WITH(echo.translator.score({"abc"}, {"abc"}, settings, counts), refusal);
}

TEST_CASE("invalid UTF-8 is replaced and counted; separators of lines become spaces") {
  Echo echo(64);
  TranslationCounts counts;
  const auto translations = translate(echo.translator,
                                      {"a\xff"
                                       "b",
                                       "a\xe2\x80\xa8"
                                       "b"},
                                      {}, counts);
  CHECK(counts.repaired_lines == std::vector<size_t>{0});
  for (const std::string& text : translations)
    CHECK(text.find("\xe2\x80\xa8") == std::string::npos);
}

}  // namespace dragoman
