#include "metrics/edit_distance.h"

#include <algorithm>
#include <random>
#include <vector>

#include "catch.h"

namespace dragoman {
namespace {

using Words = std::vector<uint32_t>;

/// Levenshtein's distance by the whole matrix.
int64_t plain_distance(const Words& hypothesis, const Words& reference) {
  std::vector<int64_t> row(reference.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = static_cast<int64_t>(j);
  for (size_t i = 1; i <= hypothesis.size(); ++i) {
    int64_t diagonal = std::exchange(row[0], static_cast<int64_t>(i));
    for (size_t j = 1; j < row.size(); ++j) {
      const int64_t substituted = diagonal + (hypothesis[i - 1] == reference[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

class RandomWords {
 public:
  Words make(size_t max_length) {
    Words words(std::uniform_int_distribution<size_t>(0, max_length)(generator_));
    for (uint32_t& word : words) word = std::uniform_int_distribution<uint32_t>(1, 6)(generator_);
    return words;
  }
  Words shuffled(Words words) {
    std::shuffle(words.begin(), words.end(), generator_);
    return words;
  }

 private:
  std::mt19937 generator_{7};
};

/// What `edits` make of the hypothesis, where a substituted or inserted word is the reference's.
Words apply(const std::vector<Edit>& edits, const Words& hypothesis, const Words& reference) {
  Words result;
  size_t i = 0;
  size_t j = 0;
  for (const Edit edit : edits) {
    if (edit == Edit::kKeep) result.push_back(hypothesis.at(i));
    if (edit == Edit::kSubstitute || edit == Edit::kInsert) result.push_back(reference.at(j));
    if (edit != Edit::kInsert) ++i;
    if (edit != Edit::kDelete) ++j;
  }
  CHECK(i == hypothesis.size());
  return result;
}

TEST_CASE("the distance of short texts is Levenshtein's") {
  RandomWords random;
  EditDistance distance;
  for (int trial = 0; trial < 2000; ++trial) {
    const Words hypothesis = random.make(20);
    const Words reference = random.make(20);
    distance.start(hypothesis, reference);
    REQUIRE(distance.distance() == plain_distance(hypothesis, reference));
  }
}

TEST_CASE("the trace leads from hypothesis to reference at the cost of the distance") {
  RandomWords random;
  EditDistance distance;
  for (int trial = 0; trial < 500; ++trial) {
    const Words hypothesis = random.make(60);
    const Words reference = random.make(60);
    distance.start(hypothesis, reference);
    const std::vector<Edit> edits = distance.trace();
    REQUIRE(apply(edits, hypothesis, reference) == reference);
    const auto kept = std::count(edits.begin(), edits.end(), Edit::kKeep);
    REQUIRE(static_cast<int64_t>(edits.size()) - kept == distance.distance());
  }
}

TEST_CASE("a change costs what it costs from the start, in long texts of unequal length too") {
  RandomWords random;
  EditDistance distance;
  EditDistance fresh;
  for (int trial = 0; trial < 1000; ++trial) {
    const size_t longest = trial % 10 == 0 ? 400 : 80;
    const Words hypothesis = random.make(longest);
    const Words reference = random.make(longest);
    distance.start(hypothesis, reference);
    for (int change = 0; change < 5; ++change) {
      Words changed = random.shuffled(hypothesis);
      std::copy_n(hypothesis.begin(), hypothesis.size() / 3, changed.begin());
      fresh.start(changed, reference);
      REQUIRE(distance.distance_of(changed) == fresh.distance());
    }
  }
}

TEST_CASE("texts whose lengths differ much still meet") {
  EditDistance distance;
  const Words one = {1};
  Words many(500, 2);
  many[250] = 1;
  distance.start(one, many);
  CHECK(distance.distance() == 499);
  distance.start(many, one);
  CHECK(distance.distance() == 499);
  distance.start({}, many);
  CHECK(distance.distance() == 500);
}

}  // namespace
}  // namespace dragoman
