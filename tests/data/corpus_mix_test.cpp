#include "data/corpus_mix.h"

#include <map>
#include <set>

#include "catch.h"
#include "data/examples.h"

namespace dragoman {
namespace {

std::unique_ptr<Examples> examples_of(size_t count) {
  auto examples = std::make_unique<Examples>();
  for (size_t i = 0; i < count; ++i) examples->add({{static_cast<int32_t>(i), 0}, {1, 2, 0}});
  return examples;
}

}  // namespace

TEST_CASE("examples of several corpora are numbered through") {
  CorpusMix corpora;
  corpora.add(examples_of(3), 1);
  corpora.add(examples_of(0), 1);
  corpora.add(examples_of(4), 1);
  CHECK(corpora.size() == 7);
  CHECK(corpora.read(2, 0).source[0] == 2);
  CHECK(corpora.read(3, 0).source[0] == 0);
  CHECK(corpora.read(6, 0).source[0] == 3);
  CHECK(corpora.length(6).target == 3);
}

TEST_CASE("an epoch has round(weight x size) examples of each corpus") {
  CorpusMix corpora;
  corpora.add(examples_of(10), 2.5);
  corpora.add(examples_of(100), 0.123);
  corpora.add(examples_of(7), 0);
  CHECK(corpora.shares() == std::vector<size_t>{25, 12, 0});
  CHECK(corpora.epoch_size() == 37);
  CHECK(corpora.draw_epoch(1, 0).size() == 37);
}

TEST_CASE("corpora whose weights are zero, or too small for the temperature, have no examples") {
  CorpusMix corpora(GENERATE(1.0, 0.01, 5.0));
  corpora.add(examples_of(10), 0);
  corpora.add(examples_of(7), GENERATE(0, 1e-30));
  CHECK(corpora.shares() == std::vector<size_t>{0, 0});
  CHECK(corpora.epoch_size() == 0);
}

TEST_CASE("every pass over a corpus has each example once, in an order of its own") {
  CorpusMix corpora;
  corpora.add(examples_of(10), 0.7);
  corpora.add(examples_of(6), 2.5);
  std::map<uint32_t, std::multiset<uint32_t>> seen;  // per pass, of the second corpus
  std::multiset<uint32_t> first;
  for (uint64_t epoch = 0; epoch < 10; ++epoch) {
    for (const Draw& draw : corpora.draw_epoch(5, epoch)) {
      if (draw.example < 10) {
        first.insert(draw.example);
      } else {
        seen[draw.pass].insert(draw.example);
      }
    }
  }
  CHECK(first.size() == 70);
  for (uint32_t i = 0; i < 10; ++i) CHECK(first.count(i) == 7);
  CHECK(seen.size() == 25);
  for (const auto& [pass, examples] : seen) {
    CHECK(examples.size() == 6);
    CHECK(std::set<uint32_t>(examples.begin(), examples.end()).size() == 6);
  }
}

TEST_CASE("a temperature gives small corpora more of an epoch that stays as long") {
  CorpusMix corpora(2);
  corpora.add(examples_of(100), 1);
  corpora.add(examples_of(900), 1);
  // Shares go by the square roots, 10 and 30.
  CHECK(corpora.shares() == std::vector<size_t>{250, 750});
}

}  // namespace dragoman
