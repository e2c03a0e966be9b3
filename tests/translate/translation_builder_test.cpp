#include "translate/translation_builder.h"

#include "catch.h"
#include "trained_tokenizer.h"

namespace dragoman {
namespace {

Hypothesis hypothesis_of(const Tokenizer& tokenizer, const std::string& text, double score) {
  Hypothesis hypothesis;
  hypothesis.tokens = tokenizer.encode(text);
  hypothesis.score = score;
  return hypothesis;
}

/// The texts of a line in two parts, each with three hypotheses of these scores.
std::vector<std::string> joined(const SearchSettings& settings, const std::vector<double>& first,
                                const std::vector<double>& second) {
  const Tokenizer tokenizer = character_tokenizer({"abc def"}, {.vocabulary_size = 10});
  EncodedLines lines;
  lines.tasks.resize(2);
  lines.pieces.resize(2);
  lines.origins.resize(2);
  lines.num_parts = {2};
  std::vector<std::vector<Hypothesis>> found(2);
  for (size_t n = 0; n < 3; ++n) {
    found[0].push_back(hypothesis_of(tokenizer, std::string(1, "abc"[n]), first[n]));
    found[1].push_back(hypothesis_of(tokenizer, std::string(1, "def"[n]), second[n]));
  }
  const TextSides sides{tokenizer, tokenizer, 12};
  const TranslationBuilder builder(sides, settings, AlignmentStep::kPredicting);
  const auto translations = builder.build(lines, found);
  std::vector<std::string> texts;
  for (const Translation& translation : translations[0]) texts.push_back(translation.text);
  return texts;
}

}  // namespace

TEST_CASE("a space separates the parts of a line, except in scripts without spaces") {
  const auto joined_texts = [](const std::string& first, const std::string& second) {
    Translation line, part;
    line.text = first, part.text = second;
    line.tokens = part.tokens = {"x"};
    append_translation(part, line, 0, 0);
    return line.text;
  };
  CHECK(joined_texts("One.", "Two.") == "One. Two.");
  CHECK(joined_texts("一。", "二。") == "一。二。");
  CHECK(joined_texts("하나", "둘") == "하나 둘");
}

TEST_CASE("a translation of spaces alone has no words to align") {
  const Tokenizer tokenizer = character_tokenizer({"abc def"}, {.vocabulary_size = 10});
  const auto links_of = [&](const std::string& piece) {
    EncodedLines lines;
    lines.tasks.resize(1);
    lines.pieces = {{"a"}};
    lines.words = {{0}};
    lines.origins.resize(1);
    lines.num_parts = {1};
    Hypothesis hypothesis{.source_length = 2, .attention = {1, 0, 1, 0}};
    hypothesis.append(tokenizer.id_of(piece).value(), -1, tokenizer.eos_id());
    hypothesis.append(tokenizer.eos_id(), -1, tokenizer.eos_id());
    const TextSides sides{tokenizer, tokenizer, 12};
    const SearchSettings settings{.alignment = true};
    const TranslationBuilder builder(sides, settings, AlignmentStep::kPredicting);
    return builder.build(lines, {{hypothesis}})[0][0].word_alignment;
  };
  CHECK(links_of("b") == std::vector<AlignmentLink>{{0, 0}});
  CHECK(links_of("\u2581").empty());
}

TEST_CASE("a sample of a line in parts joins one draw of each, and the best sums come first") {
  SearchSettings settings;
  settings.samples = 3;
  settings.num_best = 3;
  CHECK(joined(settings, {-3, -1, -2}, {-1, -5, -1}) ==
        std::vector<std::string>{"c f", "a d", "b e"});
  settings.num_best = 1;
  CHECK(joined(settings, {-3, -1, -2}, {-1, -5, -1}) == std::vector<std::string>{"c f"});
}

TEST_CASE("the n-th best translation of a line in parts joins the n-th best of each") {
  SearchSettings settings;
  settings.num_best = 2;
  CHECK(joined(settings, {-1, -2, -3}, {-1, -2, -3}) == std::vector<std::string>{"a d", "b e"});
}

}  // namespace dragoman
