#include "alignment/lexical_table.h"

#include <map>

#include "catch.h"
#include "io/random.h"

namespace dragoman {
namespace {

constexpr int32_t kEnd = 0;

Examples examples_of(const std::vector<Example>& pairs) {
  Examples examples;
  for (Example pair : pairs) {
    pair.source.push_back(kEnd);
    pair.target.push_back(kEnd);
    examples.add(pair);
  }
  return examples;
}

/// Pairs of 1 to 9 tokens a side, of the ids 1 to 11 and 1 to 13.
std::vector<Example> random_pairs(size_t count) {
  RandomSequence random(5);
  const auto draw = [&](uint64_t size) {
    TokenIds ids(1 + random.below(9));
    for (int32_t& id : ids) id = 1 + static_cast<int32_t>(random.below(size));
    return ids;
  };
  std::vector<Example> pairs;
  for (size_t i = 0; i < count; ++i) pairs.push_back({draw(11), draw(13)});
  return pairs;
}

constexpr int32_t kNull = -1;
using NaiveTable = std::map<std::pair<int32_t, int32_t>, double>;  // of (source, target)

/// Model 1 as Brown et al. (1993) write it.
NaiveTable naive_model_1(const std::vector<Example>& pairs, int iterations) {
  NaiveTable table;
  for (int i = 0; i < iterations; ++i) {
    NaiveTable counts;
    std::map<int32_t, double> totals;
    for (const Example& pair : pairs) {
      TokenIds source = pair.source;
      source.push_back(kNull);
      for (const int32_t t : pair.target) {
        double sum = 0;
        for (const int32_t s : source) sum += i == 0 ? 1.0 : table[{s, t}];
        for (const int32_t s : source) {
          const double share = (i == 0 ? 1.0 : table[{s, t}]) / sum;
          counts[{s, t}] += share;
          totals[s] += share;
        }
      }
    }
    for (auto& [tokens, count] : counts) count /= totals[tokens.first];
    table = counts;
  }
  return table;
}

double probability(std::span<const TargetProbability> row, int32_t target) {
  for (const TargetProbability& entry : row) {
    if (entry.target == target) return static_cast<double>(entry.probability);
  }
  return 0;
}

bool are_equal(std::span<const TargetProbability> a, std::span<const TargetProbability> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const TargetProbability& x, const TargetProbability& y) {
                      return x.target == y.target && x.probability == y.probability;
                    });
}

}  // namespace

TEST_CASE("two iterations on two pairs, by hand") {
  // "a" is "x"; "a b" is "x y". At first each of them and the null word explain all alike.
  const Examples pairs = examples_of({{{1}, {1}}, {{1, 2}, {1, 2}}});
  LexicalTableOptions options{.source_size = 4, .target_size = 4, .iterations = 1};
  const LexicalTable once(pairs, options);
  CHECK(probability(once.of(1), 1) == Approx(5.0 / 7));
  CHECK(probability(once.of(1), 2) == Approx(2.0 / 7));
  CHECK(probability(once.of(2), 1) == Approx(1.0 / 2));
  CHECK(probability(once.of_null(), 1) == Approx(5.0 / 7));
  options.iterations = 2;
  const LexicalTable twice(pairs, options);
  CHECK(probability(twice.of(1), 1) == Approx(235.0 / 307));
  CHECK(probability(twice.of(2), 1) == Approx(5.0 / 14));
  CHECK(probability(twice.of(2), 2) == Approx(9.0 / 14));
  CHECK(twice.of(0).empty());
  CHECK(twice.of(3).empty());
}

TEST_CASE("the table is that of a naive Model 1 in double precision") {
  const std::vector<Example> pairs = random_pairs(200);
  const NaiveTable naive = naive_model_1(pairs, 5);
  const LexicalTable table(examples_of(pairs), {.source_size = 12, .target_size = 14});
  for (const auto& [tokens, expected] : naive) {
    const auto [source, target] = tokens;
    const auto row = source == kNull ? table.of_null() : table.of(source);
    CHECK(probability(row, target) == Approx(expected).margin(1e-6));
  }
}

TEST_CASE("threads do not change a bit") {
  const Examples pairs = examples_of(random_pairs(300));
  LexicalTableOptions options{.source_size = 12, .target_size = 14, .most_targets = 7};
  const LexicalTable one(pairs, options);
  options.num_threads = GENERATE(2, 5, 400);
  const LexicalTable several(pairs, options);
  for (int32_t source = 0; source < 12; ++source)
    CHECK(are_equal(one.of(source), several.of(source)));
  CHECK(are_equal(one.of_null(), several.of_null()));
}

// With powers of two as sizes, the uniform probabilities have no rounding. Row by row of all
// targets, the larger table would take minutes.
TEST_CASE("tokens that no pair has change neither a bit nor the effort") {
  const std::vector<Example> pairs = random_pairs(4000);
  LexicalTableOptions options{.source_size = 16, .target_size = 16};
  const LexicalTable small(examples_of(pairs), options);
  options.target_size = 1 << 20;
  const LexicalTable large(examples_of(pairs), options);
  for (int32_t source = 0; source < 16; ++source)
    CHECK(are_equal(small.of(source), large.of(source)));
  CHECK(are_equal(small.of_null(), large.of_null()));
}

TEST_CASE("source tokens keep their likeliest targets, the null word all") {
  const Examples pairs = examples_of(random_pairs(100));
  LexicalTableOptions options{.source_size = 12, .target_size = 14, .iterations = 1};
  const LexicalTable whole(pairs, options);
  options.most_targets = 3;
  const LexicalTable pruned(pairs, options);
  for (int32_t source = 1; source < 12; ++source) {
    CHECK(pruned.of(source).size() == 3);
    CHECK(pruned.best(source, 9) == whole.best(source, 3));
  }
  CHECK(pruned.of_null().size() == 13);
}

TEST_CASE("the best targets are the likeliest, then the lowest ids") {
  const Examples pairs = examples_of({{{1}, {5}}, {{1}, {5}}, {{1}, {4}}, {{1}, {3}}});
  const LexicalTable table(pairs, {.source_size = 2, .target_size = 6});
  CHECK(table.best(1, 2) == std::vector<int32_t>{5, 3});
  CHECK(table.best(1, 9) == std::vector<int32_t>{5, 3, 4});
  CHECK(table.best(0, 9).empty());
}

TEST_CASE(
    "frequent targets: end of sentence is none, and of equal ones the lowest ids come first") {
  const Examples pairs = examples_of({{{1}, {3, 2, 4}}, {{1}, {4}}, {{1}, {1}}});
  CHECK(most_frequent_targets(pairs, 6, 3) == std::vector<int32_t>{4, 1, 2});
  CHECK(most_frequent_targets(pairs, 6, 9) == std::vector<int32_t>{4, 1, 2, 3});
}

TEST_CASE("no pairs make an empty table") {
  const LexicalTable table(Examples(), {.source_size = 2, .target_size = 2, .num_threads = 3});
  CHECK(table.of(1).empty());
  CHECK(most_frequent_targets(Examples(), 2, 5).empty());
}

}  // namespace dragoman
