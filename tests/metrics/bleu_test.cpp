#include "metrics/bleu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.h"
#include "metrics/corpus_scorer.h"
#include "metrics/score_text.h"

namespace dragoman {
namespace {

using Lines = std::vector<std::string>;

const Lines kHypotheses = {"The cat sat on the mat.", "A dog barked loudly at the postman, twice!",
                           "It costs 3.50 euros"};
const Lines kReferences = {"The cat sat on the mat.", "The dog barked at the postman twice!",
                           "That costs 3.50 Euros."};
const Lines kMoreReferences = {"On the mat sat a cat.",
                               "A dog barked loudly, twice, at the postman.", "It is 3.50 euros"};
const Lines kFewReferences = {"THE CAT SAT", "", ""};

std::vector<double> count_bleu(const std::string& hypothesis, const Lines& references,
                               const BleuSettings& settings = {}) {
  Bleu bleu(settings);
  std::vector<double> statistics(bleu.num_statistics());
  bleu.set_references(std::vector<std::string_view>(references.begin(), references.end()));
  bleu.count(hypothesis, statistics);
  return statistics;
}

/// Matches of the orders 1 to 4, and n-grams of the hypothesis.
std::vector<double> correct(const std::vector<double>& statistics) {
  return {statistics.begin() + 2, statistics.begin() + 6};
}
std::vector<double> total(const std::vector<double>& statistics) {
  return {statistics.begin() + 6, statistics.end()};
}

double score_of(const std::string& hypothesis, const Lines& references,
                const BleuSettings& settings = {}) {
  return Bleu(settings).compute(count_bleu(hypothesis, references, settings)).score;
}

CorpusScorer count_corpus(Bleu& bleu, const Lines& hypotheses,
                          const std::vector<Lines>& references) {
  CorpusScorer scorer(bleu, 1, false);
  for (size_t i = 0; i < hypotheses.size(); ++i) {
    std::vector<std::string_view> segment;
    for (const Lines& lines : references) segment.emplace_back(lines[i]);
    const std::string_view hypothesis = hypotheses[i];
    scorer.add(segment, {&hypothesis, 1});
  }
  return scorer;
}

std::string score_line(const Lines& hypotheses, const std::vector<Lines>& references,
                       bool lowercase = false, int width = 14) {
  Bleu bleu({.lowercase = lowercase});
  const CorpusScorer scorer = count_corpus(bleu, hypotheses, references);
  const ScoreReport report{"BLEU", scorer.score(0), bleu.details(scorer.sums(0)),
                           scorer.signature(), std::nullopt};
  return format_score(report, {.width = width});
}

double corpus_score(const Lines& hypotheses, const std::vector<Lines>& references,
                    bool lowercase = false) {
  Bleu bleu({.lowercase = lowercase});
  return score_corpus(bleu, hypotheses, references);
}

// The lines and numbers below that are not plain from the text are sacreBLEU 2.6.0's, from:
//   b = sacrebleu.BLEU(lowercase=L); s = b.corpus_score(hypotheses, references)
//   print(s.format(width=14, signature=str(b.get_signature())), repr(s.score))

TEST_CASE("the line of scores is sacreBLEU's") {
  CHECK(score_line(kHypotheses, {kReferences}) ==
        "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0 = 49.91601437888279 "
        "76.2/61.1/40.0/33.3 (BP = 1.000 ratio = 1.050 hyp_len = 21 ref_len = 20)");
  CHECK(score_line(kHypotheses, {kReferences}, true) ==
        "BLEU|nrefs:1|case:lc|eff:no|tok:13a|smooth:exp|version:2.6.0 = 53.82771861412279 "
        "81.0/66.7/46.7/33.3 (BP = 1.000 ratio = 1.050 hyp_len = 21 ref_len = 20)");
}

TEST_CASE("the line of scores is sacreBLEU's with several references") {
  const std::string rest = "(BP = 0.953 ratio = 0.955 hyp_len = 21 ref_len = 22)";
  CHECK(score_line(kHypotheses, {kReferences, kMoreReferences}) ==
        "BLEU|nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0 = 62.54907195651077 "
        "100.0/83.3/53.3/41.7 " +
            rest);
  CHECK(score_line(kHypotheses, {kReferences, kMoreReferences, kFewReferences}, true) ==
        "BLEU|nrefs:3|case:lc|eff:no|tok:13a|smooth:exp|version:2.6.0 = 64.41826164895149 "
        "100.0/83.3/60.0/41.7 " +
            rest);
}

TEST_CASE("the score has the decimals asked for") {
  CHECK_THAT(score_line(kHypotheses, {kReferences}, false, 0), ContainsSubstring(" = 50 76.2/"));
  CHECK_THAT(score_line(kHypotheses, {kReferences}, false, 1), ContainsSubstring(" = 49.9 76.2/"));
  CHECK_THAT(score_line(kHypotheses, {kReferences}, false, 4),
             ContainsSubstring(" = 49.9160 76.2/"));
}

TEST_CASE("n-grams are clipped to the reference that has most of them") {
  const auto one = count_bleu("a a a a a", {"a a b a c"});
  CHECK(correct(one) == std::vector<double>{3, 1, 0, 0});
  CHECK(total(one) == std::vector<double>{5, 4, 3, 2});
  // Not the sum of the references' counts: four "a", not seven.
  const auto two = count_bleu("a a a a a", {"a a b a c", "a a a a"});
  CHECK(correct(two) == std::vector<double>{4, 3, 2, 1});
}

TEST_CASE("a segment shorter than an order has no n-grams of it") {
  CHECK(total(count_bleu("a b", {"a b c"})) == std::vector<double>{2, 1, 0, 0});
  CHECK(total(count_bleu("", {"a b c"})) == std::vector<double>{0, 0, 0, 0});
}

TEST_CASE("the reference length is the closest one, and the shorter of two as close") {
  CHECK(count_bleu("a b c d e", {"a b c d e f g", "a b c"})[1] == 3);
  CHECK(count_bleu("a b c d e", {"a b c", "a b c d e f g"})[1] == 3);
  CHECK(count_bleu("a b c d e", {"a b c d e f", "a b c"})[1] == 6);
}

TEST_CASE("orders without a match are smoothed exponentially") {
  const BleuScore score = Bleu().compute(count_bleu("a b c d", {"a x b y"}));
  CHECK(score.precisions[0] == 50.0);
  CHECK(score.precisions[1] == Approx(100.0 / 2 / 3).epsilon(1e-15));
  CHECK(score.precisions[2] == Approx(100.0 / 4 / 2).epsilon(1e-15));
  CHECK(score.precisions[3] == Approx(100.0 / 8 / 1).epsilon(1e-15));
  CHECK(score.score == Approx(18.99589214128981).epsilon(1e-14));
}

TEST_CASE("hypotheses that are too short are penalised, too long ones are not") {
  const BleuScore shorter = Bleu().compute(count_bleu("a b c d", {"a b c d e f g h i"}));
  CHECK(shorter.brevity_penalty == Approx(0.2865047968601901).epsilon(1e-14));
  CHECK(shorter.score == Approx(28.650479686019022).epsilon(1e-14));
  CHECK(Bleu().compute(count_bleu("a b c d e f", {"a b c d"})).brevity_penalty == 1.0);
}

TEST_CASE("the score is zero where BLEU has none") {
  CHECK(score_of("", {"a b"}) == 0.0);
  CHECK(score_of("", {""}) == 0.0);
  CHECK(score_of("a b c d", {""}) == 0.0);
  CHECK(score_of("a b c d", {"e f g h"}) == 0.0);
  CHECK(score_of("a b", {"a b"}) == 0.0);  // no 4-grams
  CHECK(score_line({"", ""}, {{"", ""}}) ==
        "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0 = 0.00000000000000 "
        "0.0/0.0/0.0/0.0 (BP = 1.000 ratio = 0.000 hyp_len = 0 ref_len = 0)");
}

TEST_CASE("the effective order leaves out n-grams that the hypothesis is too short for") {
  CHECK(score_of("a b", {"a b"}, {.effective_order = true}) == Approx(100).epsilon(1e-14));
}

TEST_CASE("identical texts score 100") {
  CHECK(corpus_score(kReferences, {kReferences}) == Approx(100).epsilon(1e-14));
  CHECK(corpus_score(kReferences, {kHypotheses, kReferences}) == Approx(100).epsilon(1e-14));
}

TEST_CASE("texts are lower-cased before they are tokenised") {
  const Lines hypothesis = {"x <SKIPPED> A b c d"};
  const std::vector<Lines> references = {{"x a B c d"}};
  CHECK(corpus_score(hypothesis, references, true) == Approx(100).epsilon(1e-14));
  CHECK(count_bleu(hypothesis[0], references[0])[0] == 8);
}

TEST_CASE("white space at the end of a segment is no part of it") {
  // Stripped first: the dash at the very end is not one that divides a word.
  CHECK(correct(count_bleu("a b -\n", {"a b -"})) == std::vector<double>{3, 2, 1, 0});
  CHECK(correct(count_bleu("a b.\u00a0\r", {"a b."})) == std::vector<double>{3, 2, 1, 0});
}

TEST_CASE("counts add up over segments") {
  Bleu bleu;
  const CorpusScorer scorer = count_corpus(bleu, kHypotheses, {kReferences, kMoreReferences});
  std::vector<double> sum(bleu.num_statistics());
  for (size_t i = 0; i < kHypotheses.size(); ++i) {
    const auto counts = count_bleu(kHypotheses[i], {kReferences[i], kMoreReferences[i]});
    for (size_t k = 0; k < sum.size(); ++k) sum[k] += counts[k];
  }
  CHECK(scorer.sums(0) == sum);
  CHECK(bleu.compute(sum).score == scorer.score(0));
}

TEST_CASE("the order of references and of segments does not matter") {
  const double score = corpus_score(kHypotheses, {kReferences, kMoreReferences});
  CHECK(corpus_score(kHypotheses, {kMoreReferences, kReferences}) == score);
  const auto reversed = [](Lines lines) {
    std::reverse(lines.begin(), lines.end());
    return lines;
  };
  CHECK(corpus_score(reversed(kHypotheses), {reversed(kReferences), reversed(kMoreReferences)}) ==
        score);
}

TEST_CASE("the same reference twice changes nothing") {
  CHECK(corpus_score(kHypotheses, {kReferences, kReferences}) ==
        corpus_score(kHypotheses, {kReferences}));
}

TEST_CASE("the references of a segment serve several hypotheses") {
  Bleu bleu;
  const Lines references = {"a b c d e", "a a b"};
  bleu.set_references(std::vector<std::string_view>(references.begin(), references.end()));
  std::vector<double> first(bleu.num_statistics());
  std::vector<double> again(bleu.num_statistics());
  bleu.count("a a b c", first);
  bleu.count("x y", again);
  bleu.count("a a b c", again);
  CHECK(first == again);
}

TEST_CASE("numbers of references that vary are told by the signature") {
  Bleu bleu;
  CorpusScorer scorer(bleu, 1, false);
  const std::string_view text = "a b";
  const std::array<std::string_view, 2> two = {"a b", "c"};
  scorer.add(two, {&text, 1});
  CHECK_THAT(format_signature(scorer.signature(), false), Catch::Matchers::StartsWith("nrefs:2|"));
  scorer.add({&text, 1}, {&text, 1});
  CHECK_THAT(format_signature(scorer.signature(), false),
             Catch::Matchers::StartsWith("nrefs:var|"));
}

TEST_CASE("bad arguments are errors that say what is wrong") {
  CHECK_THROWS_WITH(corpus_score({"a", "b"}, {{"a", "b"}, {"a"}}),
                    ContainsSubstring("reference 2 has 1 lines and the hypothesis 2"));
  CHECK_THROWS_AS(corpus_score({}, {{}}), std::invalid_argument);
  CHECK_THROWS_AS(corpus_score({"a"}, {}), std::invalid_argument);
  CHECK_THROWS_AS(count_bleu("a", {}), std::invalid_argument);
  CHECK_THROWS_WITH(Bleu({.smooth_value = -1}), ContainsSubstring("smoothing value -1"));
  CHECK_THROWS_WITH(Bleu({.smooth_value = HUGE_VAL}), ContainsSubstring("smoothing value inf"));
}

}  // namespace
}  // namespace dragoman
