#include "tokenizer/subword_sampler.h"

#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "catch.h"
#include "example_lines.h"
#include "io/random.h"
#include "tokenizer/space_symbol.h"
#include "trained_tokenizer.h"

using namespace dragoman;

namespace {

using Pieces = std::vector<std::string>;
using Distribution = std::map<Pieces, double>;

Tokenizer make_tokenizer(TokenizerType type) {
  return trained_tokenizer(
      example_lines(500),
      {.type = type, .vocabulary_size = 100, .character_coverage = 1, .user_symbols = {"<2de>"}});
}

SubwordSampling sampling_of(TokenizerType type, double rate) {
  if (type == TokenizerType::kBpe) return {.bpe_dropout = rate, .unigram_alpha = 0};
  return {.bpe_dropout = 0, .unigram_alpha = rate / 10};
}

std::map<std::string, float> scores_of(const Tokenizer& tokenizer) {
  std::map<std::string, float> scores;
  for (const VocabularyPiece& piece : tokenizer.vocabulary()) {
    if (piece.is_ordinary) scores[piece.text] = piece.score;
  }
  return scores;
}

/// Every way to cut `word` into pieces, with exp(alpha * sum of scores), made to sum to 1.
Distribution unigram_distribution(const Tokenizer& tokenizer, const std::string& word,
                                  double alpha) {
  const auto scores = scores_of(tokenizer);
  Distribution distribution;
  double total = 0;
  const std::function<void(size_t, Pieces&, double)> cut = [&](size_t begin, Pieces& pieces,
                                                               double score) {
    if (begin == word.size()) {
      total += distribution[pieces] = std::exp(alpha * score);
      return;
    }
    for (size_t end = begin + 1; end <= word.size(); ++end) {
      const auto found = scores.find(word.substr(begin, end - begin));
      if (found == scores.end()) continue;
      pieces.push_back(found->first);
      cut(end, pieces, score + found->second);
      pieces.pop_back();
    }
  };
  Pieces pieces;
  cut(0, pieces, 0);
  for (auto& [cutting, probability] : distribution) probability /= total;
  return distribution;
}

/// What BPE-dropout's steps come to: the k-th best of the possible merges is done with probability
/// rate^k * (1 - rate), none with rate^n.
Distribution merge_distribution(const Tokenizer& tokenizer, const Pieces& characters, double rate) {
  const auto scores = scores_of(tokenizer);
  Distribution distribution;
  const std::function<void(const Pieces&, double)> step = [&](const Pieces& now, double chance) {
    std::vector<std::pair<float, size_t>> merges;
    for (size_t i = 0; i + 1 < now.size(); ++i) {
      const auto found = scores.find(now[i] + now[i + 1]);
      if (found != scores.end()) merges.emplace_back(-found->second, i);
    }
    std::sort(merges.begin(), merges.end());
    for (const auto& [score, at] : merges) {
      Pieces next = now;
      next[at] += next[at + 1];
      next.erase(next.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      step(next, chance * (1 - rate));
      chance *= rate;
    }
    distribution[now] += chance;
  };
  step(characters, 1);
  return distribution;
}

Distribution drawn_distribution(const Tokenizer& tokenizer, const SubwordSampler& sampler,
                                const std::string& text, int num_draws) {
  std::map<int32_t, std::string> texts;
  for (const VocabularyPiece& piece : tokenizer.vocabulary()) texts[piece.id] = piece.text;
  Distribution distribution;
  for (int key = 0; key < num_draws; ++key) {
    Pieces pieces;
    for (const int32_t id : sampler.encode(text, static_cast<uint64_t>(key)))
      pieces.push_back(texts.at(id));
    distribution[pieces] += 1.0 / num_draws;
  }
  return distribution;
}

void check_same_distribution(const Distribution& drawn, const Distribution& expected) {
  REQUIRE(expected.size() > 2);
  for (const auto& [pieces, share] : drawn) CHECK(expected.count(pieces) == 1);
  for (const auto& [pieces, probability] : expected) {
    const double share = drawn.count(pieces) > 0 ? drawn.at(pieces) : 0;
    CHECK(share == Approx(probability).margin(0.015));
  }
}

/// BPE-dropout of a text without spaces, as the paper's algorithm 1 says: each step looks up every
/// pair of neighbours.
TokenIds merged_naively(const Tokenizer& tokenizer, Pieces pieces, double rate, uint64_t key) {
  std::map<std::string, VocabularyPiece> known;
  for (const VocabularyPiece& piece : tokenizer.vocabulary())
    if (piece.is_ordinary) known[piece.text] = piece;
  RandomSequence random(derive_key(key, 0));
  while (true) {
    std::optional<size_t> best;
    float best_score = 0;
    for (size_t i = 0; i + 1 < pieces.size(); ++i) {
      const auto merged = known.find(pieces[i] + pieces[i + 1]);
      if (merged == known.end() || random.uniform() < rate) continue;
      if (best && merged->second.score <= best_score) continue;
      best = i;
      best_score = merged->second.score;
    }
    if (!best) break;
    pieces[*best] += pieces[*best + 1];
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(*best) + 1);
  }
  TokenIds ids;
  for (const std::string& piece : pieces) ids.push_back(known.at(piece).id);
  return ids;
}

}  // namespace

TEST_CASE("drawn segmentations spell the text, differ by key, and are a function of it") {
  const TokenizerType type = GENERATE(TokenizerType::kBpe, TokenizerType::kUnigram);
  const Tokenizer tokenizer = make_tokenizer(type);
  const SubwordSampler sampler(tokenizer, sampling_of(type, 0.3));
  int num_different = 0;
  for (const std::string& line : example_lines(50, 9)) {
    const TokenIds drawn = sampler.encode(line, 1);
    CHECK(tokenizer.decode(drawn) == tokenizer.normalize(line));
    CHECK(sampler.encode(line, 1) == drawn);
    num_different += sampler.encode(line, 2) != drawn ? 1 : 0;
  }
  CHECK(num_different > 25);
  CHECK(sampler.encode(" ", 1).empty());
}

TEST_CASE("BPE-dropout that hardly ever drops merges as SentencePiece does") {
  const Tokenizer tokenizer = make_tokenizer(TokenizerType::kBpe);
  const SubwordSampler sampler(tokenizer, {.bpe_dropout = 1e-300});
  for (const std::string& line : example_lines(200, 5))
    CHECK(sampler.encode(line, 1) == tokenizer.encode(line));
}

TEST_CASE("BPE-dropout of everything leaves characters") {
  const Tokenizer tokenizer = make_tokenizer(TokenizerType::kBpe);
  const SubwordSampler sampler(tokenizer, {.bpe_dropout = 1});
  CHECK(sampler.encode("walked", 1).size() == 7);  // the space before it is one
}

TEST_CASE("BPE-dropout draws each segmentation as often as its steps say") {
  const Tokenizer tokenizer = make_tokenizer(TokenizerType::kBpe);
  const SubwordSampler sampler(tokenizer, {.bpe_dropout = 0.4});
  check_same_distribution(
      drawn_distribution(tokenizer, sampler, "walks", 20000),
      merge_distribution(tokenizer, {"\xe2\x96\x81", "w", "a", "l", "k", "s"}, 0.4));
}

TEST_CASE("unigram sampling draws each segmentation as often as its probability says") {
  const Tokenizer tokenizer = make_tokenizer(TokenizerType::kUnigram);
  const SubwordSampler sampler(tokenizer, {.bpe_dropout = 0, .unigram_alpha = 0.05});
  check_same_distribution(drawn_distribution(tokenizer, sampler, "walking the", 20000),
                          unigram_distribution(tokenizer,
                                               "\xe2\x96\x81walking\xe2\x96\x81"
                                               "the",
                                               0.05));
}

TEST_CASE("symbols of the user and unknown characters stay whole when segmentations are drawn") {
  const TokenizerType type = GENERATE(TokenizerType::kBpe, TokenizerType::kUnigram);
  const Tokenizer tokenizer = make_tokenizer(type);
  const SubwordSampler sampler(tokenizer, sampling_of(type, 0.9));
  const int32_t symbol = tokenizer.encode("<2de>").back();
  for (uint64_t key = 0; key < 20; ++key) {
    const TokenIds drawn = sampler.encode("<2de> the \u2603", key);
    CHECK(std::count(drawn.begin(), drawn.end(), symbol) == 1);
    CHECK(drawn.back() == tokenizer.unknown_id());
  }
}

TEST_CASE("segmentations are only drawn where there are several") {
  const Tokenizer tokenizer = make_tokenizer(TokenizerType::kBpe);
  CHECK_THROWS_WITH(SubwordSampler(tokenizer, {.bpe_dropout = 0, .unigram_alpha = 0.5}),
                    ContainsSubstring("bpe_dropout goes with a BPE tokenizer"));
}

TEST_CASE("BPE-dropout of long words draws what looking up every pair in each step draws") {
  const Tokenizer tokenizer = make_tokenizer(TokenizerType::kBpe);
  std::string text;
  for (const std::string& line : example_lines(10))
    for (const char c : line)
      if (c >= 'a' && c <= 'z') text += c;
  const double rate = GENERATE(0.1, 0.5, 0.9);
  const SubwordSampler sampler(tokenizer, sampling_of(TokenizerType::kBpe, rate));
  for (const size_t length : {size_t{1}, size_t{2}, size_t{9}, text.size()}) {
    Pieces letters{std::string(kSpaceSymbol)};
    for (const char c : text.substr(0, length)) letters.emplace_back(1, c);
    for (uint64_t key = 0; key < 20; ++key)
      CHECK(sampler.encode(text.substr(0, length), key) ==
            merged_naively(tokenizer, letters, rate, key));
  }
}
