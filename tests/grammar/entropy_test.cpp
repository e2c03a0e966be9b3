#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "grammar/embedded_corpus.h"
#include "grammar/english.h"
#include "grammar/english_phrases.h"
#include "grammar/phrase_sampler.h"
#include "grammar/sampler.h"

namespace dragoman {
namespace {

using grammar::Dice;
using grammar::PhraseSampler;

constexpr int kNumDraws = 200000;

std::string text_of(const grammar::Words& words) {
  std::string text;
  for (const grammar::Word& word : words) text += word.text + " ";
  return text;
}

/// The texts that have been drawn: how often, and what they cost.
struct Tally {
  struct Entry {
    int num_drawn = 0;
    double nats = 0;
    double widest = 0;  // difference of costs between two draws
  };
  std::map<std::string, Entry> entries;

  void add(const std::string& text, double nats) {
    Entry& entry = entries.try_emplace(text, Entry{0, nats, 0}).first->second;
    ++entry.num_drawn;
    entry.widest = std::max(entry.widest, std::abs(nats - entry.nats));
  }
};

/// Texts that their costs expect `least_expected` times or more are drawn about as often: within
/// six standard deviations of a Poisson distribution.
void check_frequencies(const Tally& tally, double least_expected, int least_num_texts) {
  int num_checked = 0;
  for (const auto& [text, entry] : tally.entries) {
    const double expected = kNumDraws * std::exp(-entry.nats);
    if (expected < least_expected) continue;
    ++num_checked;
    INFO(text << " drawn " << entry.num_drawn << " times, expected " << expected);
    CHECK(std::abs(entry.num_drawn - expected) < 6 * std::sqrt(expected));
  }
  CHECK(num_checked >= least_num_texts);
}

struct Moments {
  double mean = 0;
  double standard_error = 0;
};

Moments moments(Dice& dice, const std::function<double()>& draw) {
  double sum = 0;
  double sum_of_squares = 0;
  for (int i = 0; i < kNumDraws; ++i) {
    dice.restore(0);
    const double value = draw();
    sum += value;
    sum_of_squares += value * value;
  }
  const double mean = sum / kNumDraws;
  return {mean, std::sqrt((sum_of_squares / kNumDraws - mean * mean) / kNumDraws)};
}

/// The entropy of a choice of two.
double of_two(double p) { return -p * std::log(p) - (1 - p) * std::log(1 - p); }

TEST_CASE("times cost on the average the entropy worked out from the rules by hand") {
  // Clock: 11 hours, whole or half past. Event: 3 prepositions, 6 events, "the" or 6 possessives.
  const double clock = std::log(11) + of_two(0.6);
  const double event = std::log(3) + std::log(6) + of_two(0.2) + 0.2 * std::log(6);
  // Distance: 4 units, 2 to 12 of them, but of years mostly 13 to 99.
  const double years = of_two(0.6) + 0.6 * std::log(87) + 0.4 * std::log(11);
  const double distance = std::log(4) + 0.75 * std::log(11) + 0.25 * years;
  double expected = 0.12 * clock + 0.10 * event + 0.12 * distance + 0.66 * std::log(14);
  for (const double share : {0.12, 0.10, 0.12, 0.66}) expected -= share * std::log(share);
  Dice dice(1);
  PhraseSampler phrases(dice);
  const Moments drawn = moments(dice, [&] {
    phrases.time(grammar::Tense::kFuture, false);
    return dice.nats();
  });
  CHECK(std::abs(drawn.mean - expected) < 5 * drawn.standard_error);
}

TEST_CASE("the mean of one over the probability is the number of places there are") {
  // "in Berlin"; "in", "at" or "on" with a determiner, perhaps an adjective, and a noun.
  double num_places = static_cast<double>(grammar::cities().size());
  for (const grammar::Noun& noun : grammar::nouns()) {
    if ((noun.classes & grammar::kPlace) == 0) continue;
    const int num_determiners = (noun.classes & grammar::kPublic) != 0 ? 3 : 9;
    int num_adjectives = 1;
    for (const grammar::Adjective& adjective : grammar::adjectives()) {
      num_adjectives += (adjective.classes & noun.classes) != 0 ? 1 : 0;
    }
    num_places += num_determiners * num_adjectives;
  }
  Dice dice(2);
  PhraseSampler phrases(dice);
  const Moments drawn = moments(dice, [&] {
    phrases.location();
    return std::exp(dice.nats());
  });
  CHECK(drawn.standard_error < 0.02 * num_places);
  CHECK(std::abs(drawn.mean - num_places) < 5 * drawn.standard_error);
}

TEST_CASE("noun phrases besides somebody are drawn as often as their costs say") {
  const grammar::NounPhrase speaker{.pronoun = grammar::pronouns().front()};
  Dice dice(3);
  PhraseSampler phrases(dice);
  Tally tally;
  for (int i = 0; i < kNumDraws; ++i) {
    dice.restore(0);
    const grammar::NounPhrase phrase = phrases.noun_phrase(
        {.classes = grammar::kPerson | grammar::kFood, .thing_pronouns = 8, .besides = &speaker});
    tally.add(text_of(grammar::english_noun_phrase(phrase, true)), dice.nats());
  }
  for (const auto& [text, entry] : tally.entries) {
    INFO(text);
    REQUIRE(entry.widest < 1e-9);
  }
  check_frequencies(tally, 100, 50);
}

using Drawn = std::vector<std::pair<std::string, double>>;

Drawn draw_sentences(int num_draws, uint64_t key) {
  grammar::SentenceSampler sampler(key);
  Drawn sentences;
  for (int i = 0; i < num_draws; ++i) {
    std::string text = grammar::english_sentence(sampler.next());
    sentences.emplace_back(std::move(text), sampler.nats());
  }
  return sentences;
}

/// kNumDraws sentences and what they cost, drawn once for all tests, by two threads.
const Drawn& drawn_sentences() {
  static const Drawn drawn = [] {
    auto others = std::async(std::launch::async, draw_sentences, kNumDraws / 2, 5);
    Drawn sentences = draw_sentences(kNumDraws - kNumDraws / 2, 4);
    for (auto& sentence : others.get()) sentences.push_back(std::move(sentence));
    return sentences;
  }();
  return drawn;
}

TEST_CASE("a sentence has one probability however it came about, and is drawn as often") {
  Tally tally;
  for (const auto& [text, nats] : drawn_sentences()) tally.add(text, nats);
  for (const auto& [text, entry] : tally.entries) {
    // Questions with who, what and which take what they replace as given.
    if (entry.widest < (text.back() == '?' ? 0.6 : 1e-9)) continue;
    FAIL_CHECK(text << " has costs that differ by " << entry.widest);
  }
  check_frequencies(tally, 5, 14);
}

/// Two sentences drawn apart are the same with the probability that the mean of p says. For the
/// sentences that end in `mark`, without the few very frequent ones, which would be all that
/// counts.
void check_repeats(char mark, double tolerance) {
  std::map<std::string, double> num_drawn;
  double sum = 0;
  double num_repeats = 0;
  for (const auto& [text, nats] : drawn_sentences()) {
    if (text.back() != mark || nats < 10.5) continue;
    sum += std::exp(-nats);
    num_repeats += num_drawn[text]++;
  }
  const double expected = sum / kNumDraws * 0.5 * kNumDraws * (kNumDraws - 1.0);
  CHECK(num_repeats == Approx(expected).epsilon(tolerance));
}

TEST_CASE("statements and questions come again as often as their costs say") {
  check_repeats('.', 0.15);
  check_repeats('?', 0.25);
}

/// A model of pairs of words, mixed with one of words: what it gives is no less than the entropy.
class BigramModel {
 public:
  void learn(const std::string& sentence) {
    for_each_pair(sentence, [&](const std::string& word, const std::string& next) {
      ++num_words_;
      ++num_of_[next];
      ++num_before_[word];
      ++num_pairs_[word + " " + next];
    });
  }

  double nats(const std::string& sentence) const {
    double nats = 0;
    for_each_pair(sentence, [&](const std::string& word, const std::string& next) {
      // 3,000 words that might come are more than the grammar has.
      const double alone = (count(num_of_, next) + 0.5) / (num_words_ + 1500);
      nats -= std::log((count(num_pairs_, word + " " + next) + 10 * alone) /
                       (count(num_before_, word) + 10));
    });
    return nats;
  }

 private:
  using Counts = std::map<std::string, double>;

  static double count(const Counts& counts, const std::string& key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  }

  template <class Use>
  static void for_each_pair(const std::string& sentence, Use&& use) {
    std::istringstream words(sentence);
    std::string word = "<s>";
    for (std::string next; words >> next; word = next) use(word, next);
    use(word, "</s>");
  }

  double num_words_ = 0;
  Counts num_of_;
  Counts num_before_;
  Counts num_pairs_;
};

TEST_CASE("a model of pairs of words costs more than the entropy, but not more than twice that") {
  grammar::SentenceSampler sampler(8);
  BigramModel model;
  for (int i = 0; i < 50000; ++i) model.learn(grammar::english_sentence(sampler.next()));
  double entropy = 0;
  double of_model = 0;
  for (int i = 0; i < 10000; ++i) {
    of_model += model.nats(grammar::english_sentence(sampler.next()));
    entropy += sampler.nats();
  }
  CHECK(of_model > entropy);
  CHECK(of_model < 2 * entropy);
}

TEST_CASE("held-out sentences say what they cost") {
  const EmbeddedCorpus corpus = generate_corpus(2000, 6);
  REQUIRE(corpus.valid_nats.size() == corpus.valid.size());
  REQUIRE(corpus.test_nats.size() == corpus.test.size());
  grammar::SentenceSampler sampler(6);
  CHECK(grammar::english_sentence(sampler.next()) == corpus.valid.front().english);
  CHECK(sampler.nats() == corpus.valid_nats.front());
}

}  // namespace
}  // namespace dragoman
