#include "translate/pair_filter.h"

#include <cmath>
#include <map>

#include "catch.h"
#include "io/settings_values.h"

namespace dragoman {
namespace {

using Verdicts = std::vector<std::string>;

Translation scored(const std::vector<float>& token_log_probabilities) {
  Translation translation;
  translation.token_log_probabilities = token_log_probabilities;
  for (const float value : token_log_probabilities) translation.log_probability += value;
  return translation;
}

/// What models say of texts; each text that they are asked about is noted.
struct Sayings {
  std::map<std::string, std::vector<float>> of_text;
  std::vector<std::string> asked = {};

  std::vector<Translation> answer(const std::vector<std::string>& texts) {
    std::vector<Translation> answers;
    for (const std::string& text : texts) answers.push_back(scored(of_text.at(text)));
    asked.insert(asked.end(), texts.begin(), texts.end());
    return answers;
  }
};

TextScorer language_model(Sayings& sayings) {
  return [&sayings](const std::vector<std::string>& texts) { return sayings.answer(texts); };
}

/// Looks texts up as source=target.
TranslationScorer translator(Sayings& sayings) {
  return [&sayings](const std::vector<std::string>& lines,
                    const std::vector<std::string>& translations) {
    std::vector<std::string> texts;
    for (size_t i = 0; i < lines.size(); ++i) texts.push_back(lines[i] + "=" + translations.at(i));
    return sayings.answer(texts);
  };
}

Verdicts verdicts_of(const std::vector<JudgedPair>& judged) {
  Verdicts verdicts;
  for (const JudgedPair& pair : judged) verdicts.push_back(name_of(pair.verdict));
  return verdicts;
}

}  // namespace

TEST_CASE("a text's score is the mean over its tokens, and none is like a text without tokens") {
  CHECK(mean_log_probability(scored({-1, -2, -6})) == Approx(-3));
  CHECK(std::isinf(mean_log_probability(Translation{})));
}

TEST_CASE(
    "dual cross-entropy is low for unlikely pairs, and for pairs that models disagree about") {
  CHECK(dual_cross_entropy_score(0, 0) == 1);
  CHECK(dual_cross_entropy_score(-1, -1) == Approx(std::exp(-1)));
  CHECK(dual_cross_entropy_score(-1, -2) == Approx(std::exp(-2.5)));
  CHECK(dual_cross_entropy_score(-2, -1) == Approx(std::exp(-2.5)));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(dual_cross_entropy_score(-infinity, -1) == 0);
  CHECK(dual_cross_entropy_score(-infinity, -infinity) == 0);
}

TEST_CASE("duplicates are told across calls, by both sides") {
  PairFilter filter({.rules = {.min_words = 2}, .drop_duplicates = true}, {});
  CHECK(verdicts_of(filter.judge({{"a b", "c d"}, {"a b", "c e"}, {"a b c", "d d"}})) ==
        Verdicts(3, "kept"));
  CHECK(verdicts_of(filter.judge({{"a b", "c d"}, {"c d", "a b"}, {"a b", "c d"}})) ==
        Verdicts{"duplicate", "kept", "duplicate"});
  CHECK(verdicts_of(filter.judge({{"a", "b c"}, {"a", "b c"}})) == Verdicts(2, "min-words"));
}

TEST_CASE("pairs that are only seen tell duplicates by the rules, and no model scores them") {
  PairFilter filter({.rules = {.min_words = 2}, .drop_duplicates = true},
                    {.forward = [](const auto& lines, const auto&) {
                      CHECK(lines.size() == 1);
                      return std::vector<Translation>(lines.size());
                    }});
  filter.see({{"a b", "c d"}, {"a", "b"}});
  CHECK(verdicts_of(filter.judge({{"a b", "c d"}, {"a", "b"}, {"a b", "c e"}})) ==
        Verdicts{"duplicate", "min-words", "kept"});
}

TEST_CASE("duplicates are kept unless they are to be dropped") {
  PairFilter filter({}, {});
  CHECK(verdicts_of(filter.judge({{"a", "b"}, {"a", "b"}})) == Verdicts(2, "kept"));
}

TEST_CASE("language models score their side, and a score equal to the threshold is kept") {
  Sayings target{{{"gut", {-1, -3}}, {"schlecht", {-4}}, {"mäßig", {-2, -2, -2}}}};
  Sayings source{{{"good", {-1}}, {"moderate", {-8, 0}}}};
  PairFilter filter(
      {.min_lm_score = -2, .min_source_lm_score = -3},
      {.target_language = language_model(target), .source_language = language_model(source)});
  const auto judged = filter.judge({{"good", "gut"}, {"bad", "schlecht"}, {"moderate", "mäßig"}});
  CHECK(verdicts_of(judged) == Verdicts{"kept", "min-lm-score", "min-source-lm-score"});
  CHECK(judged[0].lm_score == -2);
  CHECK(judged[0].source_lm_score == -1);
  CHECK(judged[1].lm_score == -4);
  CHECK(!judged[1].source_lm_score);
  CHECK(judged[2].source_lm_score == -4);
  CHECK(!judged[0].score);
}

TEST_CASE("a score that is no number is below every threshold") {
  Sayings target{{{"gut", {std::nanf("")}}}};
  PairFilter filter({.min_lm_score = -1000}, {.target_language = language_model(target)});
  CHECK(verdicts_of(filter.judge({{"good", "gut"}})) == Verdicts{"min-lm-score"});
}

TEST_CASE("models are asked only about pairs that are kept until then") {
  Sayings target{{{"gut", {-1}}, {"schlecht", {-4}}}};
  Sayings forward{{{"good=gut", {-1}}}};
  PairFilter filter(
      {.rules = {.drop_identical = true}, .drop_duplicates = true, .min_lm_score = -2},
      {.target_language = language_model(target), .forward = translator(forward)});
  filter.judge({{"x", ""}, {"gut", "gut"}, {"good", "gut"}, {"good", "gut"}, {"bad", "schlecht"}});
  CHECK(target.asked == std::vector<std::string>{"gut", "schlecht"});
  CHECK(forward.asked == std::vector<std::string>{"good=gut"});
  CHECK(filter.judge({{"x", ""}}).size() == 1);
  CHECK(target.asked.size() == 2);
}

TEST_CASE("with translators of both directions the score is the dual cross-entropy") {
  Sayings forward{{{"good=gut", {-1, -1}}, {"house=Hund", {-1, -1, -1}}}};
  Sayings reverse{{{"gut=good", {-2, -1, 0}}, {"Hund=house", {-4, -2}}}};
  PairFilter filter({.min_score = 0.1},
                    {.forward = translator(forward), .reverse = translator(reverse)});
  const auto judged = filter.judge({{"good", "gut"}, {"house", "Hund"}});
  CHECK(verdicts_of(judged) == Verdicts{"kept", "min-score"});
  CHECK(judged[0].score.value() == Approx(std::exp(-1)));  // H_A = 1, H_B = 1
  CHECK(judged[1].score.value() == Approx(std::exp(-4)));  // H_A = 1, H_B = 3
}

TEST_CASE("with one translator the score is the probability of a token") {
  Sayings forward{{{"good=gut", {-1, -3}}}};
  Sayings reverse{{{"gut=good", {-0.5F}}}};
  PairFilter by_forward({}, {.forward = translator(forward)});
  CHECK(by_forward.judge({{"good", "gut"}})[0].score.value() == Approx(std::exp(-2)));
  PairFilter by_reverse({}, {.reverse = translator(reverse)});
  CHECK(by_reverse.judge({{"good", "gut"}})[0].score.value() == Approx(std::exp(-0.5)));
}

TEST_CASE("a text that is no tokens to the model is dropped by any threshold") {
  Sayings target{{{"\u200b", {}}}};
  Sayings forward{{{"x=\u200b", {}}}};
  PairFilter by_language({.min_lm_score = -1000}, {.target_language = language_model(target)});
  CHECK(by_language.judge({{"x", "\u200b"}})[0].verdict == PairVerdict::kMinLmScore);
  PairFilter by_translation({.min_score = 1e-9}, {.forward = translator(forward)});
  CHECK(by_translation.judge({{"x", "\u200b"}})[0].score == 0);
}

}  // namespace dragoman
