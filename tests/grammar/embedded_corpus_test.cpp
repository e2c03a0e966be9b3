#include "grammar/embedded_corpus.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "catch.h"
#include "grammar/english.h"
#include "grammar/german.h"
#include "grammar/sampler.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

std::vector<GrammarPair> all_pairs(const EmbeddedCorpus& corpus) {
  std::vector<GrammarPair> pairs = corpus.train;
  pairs.insert(pairs.end(), corpus.valid.begin(), corpus.valid.end());
  pairs.insert(pairs.end(), corpus.test.begin(), corpus.test.end());
  return pairs;
}

size_t num_words(const std::string& sentence) {
  return static_cast<size_t>(std::count(sentence.begin(), sentence.end(), ' ')) + 1;
}

/// FNV-1a over all sentences.
uint64_t fingerprint(const EmbeddedCorpus& corpus) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const GrammarPair& pair : all_pairs(corpus)) {
    for (const char byte : pair.english + "\t" + pair.german + "\n") {
      hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    }
  }
  return hash;
}

TEST_CASE("the corpus has the parts asked for") {
  const EmbeddedCorpus corpus = generate_corpus(400, 1);
  CHECK(corpus.train.size() == 400);
  CHECK(corpus.valid.size() == 20);
  CHECK(corpus.test.size() == 20);
  CHECK(num_held_out_pairs(1) == 1);
  CHECK(num_held_out_pairs(20000) == 1000);
  CHECK(num_held_out_pairs(1000000) == 1000);
}

TEST_CASE("a number of pairs out of range is refused") {
  CHECK_THROWS_WITH(generate_corpus(0, 1), ContainsSubstring("1 to 5000000"));
  CHECK_THROWS_AS(generate_corpus(6'000'000, 1), std::invalid_argument);
}

TEST_CASE("the same seed gives the same corpus, another seed another one") {
  const uint64_t first = fingerprint(generate_corpus(2000, 7));
  CHECK(fingerprint(generate_corpus(2000, 7)) == first);
  CHECK(fingerprint(generate_corpus(2000, 8)) != first);
}

TEST_CASE("the corpus of a seed is the same on every machine") {
  CHECK(fingerprint(generate_corpus(2000, 7)) == 0xf860980623f07cabULL);
}

bool begins_with(const std::vector<GrammarPair>& pairs, const std::vector<GrammarPair>& beginning) {
  const auto same = [](const GrammarPair& one, const GrammarPair& other) {
    return one.english == other.english && one.german == other.german;
  };
  return beginning.size() <= pairs.size() &&
         std::equal(beginning.begin(), beginning.end(), pairs.begin(), same);
}

TEST_CASE("each part of a corpus begins with that of a smaller one of the same seed") {
  const EmbeddedCorpus large = generate_corpus(21000, 3);
  for (const size_t num_pairs : {1, 100, 5000, 10000, 20000}) {
    const EmbeddedCorpus small = generate_corpus(num_pairs, 3);
    CHECK(begins_with(large.train, small.train));
    CHECK(begins_with(large.valid, small.valid));
    CHECK(begins_with(large.test, small.test));
    REQUIRE(small.test_nats.size() == small.test.size());
    CHECK(small.test_nats.back() == large.test_nats[small.test.size() - 1]);
  }
}

TEST_CASE("no sentence of either language occurs twice") {
  const std::vector<GrammarPair> pairs = all_pairs(generate_corpus(20000, 5));
  std::set<std::string> sources;
  std::set<std::string> targets;
  for (const GrammarPair& pair : pairs) {
    sources.insert(pair.english);
    targets.insert(pair.german);
  }
  CHECK(pairs.size() == 22000);
  CHECK(sources.size() == pairs.size());
  CHECK(targets.size() == pairs.size());
}

TEST_CASE("an English sentence has one translation however it came about") {
  grammar::SentenceSampler sampler(11);
  std::map<std::string, std::string> translations;
  size_t num_repeated = 0;
  size_t num_contradictions = 0;
  for (int i = 0; i < 100000; ++i) {
    const grammar::Sentence sentence = sampler.next();
    const std::string german = grammar::german_sentence(sentence);
    const auto [entry, is_new] = translations.emplace(grammar::english_sentence(sentence), german);
    num_repeated += is_new ? 0 : 1;
    num_contradictions += entry->second == german ? 0 : 1;
  }
  CHECK(num_repeated > 1000);
  CHECK(num_contradictions == 0);
}

TEST_CASE("sentences are written as sentences are, of moderate length") {
  size_t num_words_in_all = 0;
  const std::vector<GrammarPair> pairs = all_pairs(generate_corpus(5000, 2));
  for (const GrammarPair& pair : pairs) {
    REQUIRE(is_valid_utf8(pair.german));
    REQUIRE(pair.english.find("  ") == std::string::npos);
    REQUIRE(pair.german.find("  ") == std::string::npos);
    REQUIRE((pair.english.back() == '.' || pair.english.back() == '?'));
    REQUIRE(pair.english.back() == pair.german.back());
    REQUIRE(num_words(pair.english) <= 35);
    num_words_in_all += num_words(pair.english);
  }
  const double mean = static_cast<double>(num_words_in_all) / static_cast<double>(pairs.size());
  CHECK(mean > 8);
  CHECK(mean < 12);
}

TEST_CASE("weil, dass, wenn and their like follow a comma") {
  size_t num_found = 0;
  for (const GrammarPair& pair : generate_corpus(5000, 4).train) {
    for (const char* word : {" weil ", " dass ", " obwohl ", " ob ", " bevor "}) {
      const size_t at = pair.german.find(word);
      if (at == std::string::npos) continue;
      ++num_found;
      REQUIRE(pair.german[at - 1] == ',');
    }
  }
  CHECK(num_found > 500);
}

}  // namespace
}  // namespace dragoman
