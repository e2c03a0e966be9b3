#include "metrics/bleu.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.h"

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

std::string score_line(const Lines& hypotheses, const std::vector<Lines>& references,
                       bool lowercase = false) {
  const BleuSettings settings{lowercase};
  return format_bleu(corpus_bleu(hypotheses, references, settings),
                     bleu_signature(references.size(), settings), 14);
}

double score_of(const std::string& hypothesis, const Lines& references) {
  return compute_bleu(count_bleu(hypothesis, references, {})).score;
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
  const BleuScore score = corpus_bleu(kHypotheses, {kReferences}, {});
  CHECK_THAT(format_bleu(score, "s", 0), ContainsSubstring("BLEU|s = 50 76.2/"));
  CHECK_THAT(format_bleu(score, "s", 1), ContainsSubstring("BLEU|s = 49.9 76.2/"));
  CHECK_THAT(format_bleu(score, "s", 4), ContainsSubstring("BLEU|s = 49.9160 76.2/"));
}

TEST_CASE("n-grams are clipped to the reference that has most of them") {
  const BleuCounts one = count_bleu("a a a a a", {"a a b a c"}, {});
  CHECK(one.correct == std::array<int64_t, 4>{3, 1, 0, 0});
  CHECK(one.total == std::array<int64_t, 4>{5, 4, 3, 2});
  // Not the sum of the references' counts: four "a", not seven.
  const BleuCounts two = count_bleu("a a a a a", {"a a b a c", "a a a a"}, {});
  CHECK(two.correct == std::array<int64_t, 4>{4, 3, 2, 1});
}

TEST_CASE("a segment shorter than an order has no n-grams of it") {
  CHECK(count_bleu("a b", {"a b c"}, {}).total == std::array<int64_t, 4>{2, 1, 0, 0});
  CHECK(count_bleu("", {"a b c"}, {}).total == std::array<int64_t, 4>{});
}

TEST_CASE("the reference length is the closest one, and the shorter of two as close") {
  CHECK(count_bleu("a b c d e", {"a b c d e f g", "a b c"}, {}).reference_length == 3);
  CHECK(count_bleu("a b c d e", {"a b c", "a b c d e f g"}, {}).reference_length == 3);
  CHECK(count_bleu("a b c d e", {"a b c d e f", "a b c"}, {}).reference_length == 6);
}

TEST_CASE("orders without a match are smoothed exponentially") {
  const BleuScore score = compute_bleu(count_bleu("a b c d", {"a x b y"}, {}));
  CHECK(score.precisions[0] == 50.0);
  CHECK(score.precisions[1] == Approx(100.0 / 2 / 3).epsilon(1e-15));
  CHECK(score.precisions[2] == Approx(100.0 / 4 / 2).epsilon(1e-15));
  CHECK(score.precisions[3] == Approx(100.0 / 8 / 1).epsilon(1e-15));
  CHECK(score.score == Approx(18.99589214128981).epsilon(1e-14));
}

TEST_CASE("hypotheses that are too short are penalised, too long ones are not") {
  const BleuScore shorter = compute_bleu(count_bleu("a b c d", {"a b c d e f g h i"}, {}));
  CHECK(shorter.brevity_penalty == Approx(0.2865047968601901).epsilon(1e-14));
  CHECK(shorter.score == Approx(28.650479686019022).epsilon(1e-14));
  CHECK(compute_bleu(count_bleu("a b c d e f", {"a b c d"}, {})).brevity_penalty == 1.0);
}

TEST_CASE("the score is zero where BLEU has none") {
  CHECK(score_of("", {"a b"}) == 0.0);
  CHECK(score_of("", {""}) == 0.0);
  CHECK(score_of("a b c d", {""}) == 0.0);
  CHECK(score_of("a b c d", {"e f g h"}) == 0.0);
  CHECK(score_of("a b", {"a b"}) == 0.0);  // no 4-grams, and the order is never lowered
  CHECK(score_line({"", ""}, {{"", ""}}) ==
        "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0 = 0.00000000000000 "
        "0.0/0.0/0.0/0.0 (BP = 1.000 ratio = 0.000 hyp_len = 0 ref_len = 0)");
}

TEST_CASE("identical texts score 100") {
  CHECK(corpus_bleu(kReferences, {kReferences}, {}).score == Approx(100).epsilon(1e-14));
  CHECK(corpus_bleu(kReferences, {kHypotheses, kReferences}, {}).score ==
        Approx(100).epsilon(1e-14));
}

TEST_CASE("texts are lower-cased before they are tokenised") {
  const Lines hypothesis = {"x <SKIPPED> A b c d"};
  const std::vector<Lines> references = {{"x a B c d"}};
  CHECK(corpus_bleu(hypothesis, references, {true}).score == Approx(100).epsilon(1e-14));
  CHECK(corpus_bleu(hypothesis, references, {false}).counts.hypothesis_length == 8);
}

TEST_CASE("white space at the end of a segment is no part of it") {
  // Stripped first: the dash at the very end is not one that divides a word.
  CHECK(count_bleu("a b -\n", {"a b -"}, {}).correct == std::array<int64_t, 4>{3, 2, 1, 0});
  CHECK(count_bleu("a b.\u00a0\r", {"a b."}, {}).correct == std::array<int64_t, 4>{3, 2, 1, 0});
}

TEST_CASE("counts add up over segments") {
  BleuCounts sum;
  for (size_t i = 0; i < kHypotheses.size(); ++i) {
    sum += count_bleu(kHypotheses[i], {kReferences[i], kMoreReferences[i]}, {});
  }
  const BleuScore corpus = corpus_bleu(kHypotheses, {kReferences, kMoreReferences}, {});
  CHECK(corpus.counts == sum);
  CHECK(compute_bleu(sum).score == corpus.score);
}

TEST_CASE("the order of references and of segments does not matter") {
  const double score = corpus_bleu(kHypotheses, {kReferences, kMoreReferences}, {}).score;
  CHECK(corpus_bleu(kHypotheses, {kMoreReferences, kReferences}, {}).score == score);
  const auto reversed = [](Lines lines) {
    std::reverse(lines.begin(), lines.end());
    return lines;
  };
  CHECK(corpus_bleu(reversed(kHypotheses), {reversed(kReferences), reversed(kMoreReferences)}, {})
            .score == score);
}

TEST_CASE("the same reference twice changes nothing") {
  CHECK(corpus_bleu(kHypotheses, {kReferences, kReferences}, {}).counts ==
        corpus_bleu(kHypotheses, {kReferences}, {}).counts);
}

TEST_CASE("numbers of lines that differ are an error that names both") {
  CHECK_THROWS_WITH(corpus_bleu({"a", "b"}, {{"a", "b"}, {"a"}}, {}),
                    ContainsSubstring("reference 2 has 1 lines and the hypothesis 2"));
  CHECK_THROWS_AS(corpus_bleu({}, {{}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(corpus_bleu({"a"}, {}, {}), std::invalid_argument);
  CHECK_THROWS_AS(count_bleu("a", {}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace dragoman
