#include "search/phrase_constraints.h"

#include <algorithm>

#include "catch.h"
#include "io/random.h"

namespace dragoman {
namespace {

PhraseProgress after(const PhraseConstraints& constraints, const TokenIds& tokens) {
  PhraseProgress progress = constraints.start();
  for (const int32_t token : tokens) constraints.advance(progress, token);
  return progress;
}

bool contains_phrase(const TokenIds& tokens, const TokenIds& phrase) {
  return std::search(tokens.begin(), tokens.end(), phrase.begin(), phrase.end()) != tokens.end();
}

/// Tokens of `phrase` that a hypothesis has, by trying every length.
int32_t matched_by_trying(const TokenIds& tokens, const TokenIds& phrase) {
  if (contains_phrase(tokens, phrase)) return static_cast<int32_t>(phrase.size());
  size_t length = std::min(tokens.size(), phrase.size());
  while (!std::equal(phrase.begin(), phrase.begin() + length, tokens.end() - length)) --length;
  return static_cast<int32_t>(length);
}

TokenIds random_tokens(RandomSequence& random, size_t length, uint64_t vocabulary) {
  TokenIds tokens(length);
  for (int32_t& token : tokens) token = static_cast<int32_t>(random.below(vocabulary));
  return tokens;
}

/// Checks that one of the wanted tokens leaves fewer tokens to add.
void check_wanted(const PhraseConstraints& constraints, const PhraseProgress& progress) {
  int64_t least = constraints.tokens_needed(progress);
  for (const int32_t token : constraints.wanted(progress)) {
    PhraseProgress next = progress;
    constraints.advance(next, token);
    least = std::min(least, constraints.tokens_needed(next));
  }
  CHECK(least < constraints.tokens_needed(progress));
}

}  // namespace

TEST_CASE("progress is that of trying every length, also with overlaps") {
  RandomSequence random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<TokenIds> phrases;
    for (int i = 0; i < 3; ++i) phrases.push_back(random_tokens(random, 1 + random.below(6), 2));
    const TokenIds tokens = random_tokens(random, random.below(16), 2);
    for (const TokenIds& phrase : phrases) {
      const PhraseConstraints constraints({phrase});
      const PhraseProgress progress = after(constraints, tokens);
      CHECK(progress.matched == std::vector<int32_t>{matched_by_trying(tokens, phrase)});
    }
    const PhraseConstraints all(phrases);
    const bool contains_all = std::all_of(phrases.begin(), phrases.end(), [&](const TokenIds& p) {
      return contains_phrase(tokens, p);
    });
    CHECK(all.all_met(after(all, tokens)) == contains_all);
  }
}

TEST_CASE("a phrase that overlaps itself is found inside a longer run") {
  const PhraseConstraints constraints({{1, 1, 2}});
  PhraseProgress progress = after(constraints, {1, 1, 1});
  CHECK(progress.matched == std::vector<int32_t>{2});
  constraints.advance(progress, 2);
  CHECK(constraints.all_met(progress));
}

TEST_CASE("a phrase that is broken off starts again, a met one stays met") {
  const PhraseConstraints constraints({{1, 2, 3}, {7}});
  CHECK(constraints.tokens_needed(constraints.start()) == 4);
  CHECK(after(constraints, {1, 2}).matched == std::vector<int32_t>{2, 0});
  CHECK(after(constraints, {1, 2, 7}).matched == std::vector<int32_t>{0, 1});
  const PhraseProgress progress = after(constraints, {7, 9, 1, 2});
  CHECK(progress.matched == std::vector<int32_t>{2, 1});
  CHECK(constraints.tokens_met(progress) == 3);
  CHECK(constraints.tokens_needed(progress) == 1);
}

TEST_CASE("wanted tokens are the next ones of unmet phrases, each once") {
  const PhraseConstraints constraints({{5, 6}, {5, 8}, {2}});
  CHECK(constraints.wanted(constraints.start()) == std::vector<int32_t>{2, 5});
  CHECK(constraints.wanted(after(constraints, {2})) == std::vector<int32_t>{5});
  CHECK(constraints.wanted(after(constraints, {5})) == std::vector<int32_t>{2, 6, 8});
  CHECK(constraints.wanted(after(constraints, {2, 5, 6, 5, 8})).empty());
}

TEST_CASE(
    "a phrase needs the tokens of its shorter writing, and one that ends the word before it") {
  const auto needed = [](const std::vector<TokenIds>& phrases, const std::vector<TokenIds>& inside,
                         const WordTokens* words) {
    const PhraseConstraints constraints(phrases, words, inside);
    return constraints.tokens_needed(constraints.start());
  };
  CHECK(needed({{3, 3, 4}}, {{1}}, nullptr) == 1);
  CHECK(needed({{3, 3, 4}, {4, 4, 4}}, {{1}, {2}}, nullptr) == 2);
  CHECK(needed({{1}, {2}}, {{3, 3, 4}, {4, 4, 4}}, nullptr) == 2);
  // Tokens 1 and 2 go on with a word.
  const WordTokens words{.begins_in_word = {false, true, true, false, false},
                         .ends_in_word = {false, true, true, false, false}};
  CHECK(needed({{3, 4}, {4, 3}}, {}, &words) == 4);
  CHECK(needed({{1, 3}, {3, 4}}, {}, &words) == 4);
  CHECK(needed({{1, 3}, {2, 4}}, {}, &words) == 5);
}

TEST_CASE("from anywhere, some wanted token leaves one token less to be needed") {
  RandomSequence random(2);
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<TokenIds> phrases;
    for (int i = 0; i < 4; ++i) phrases.push_back(random_tokens(random, 1 + random.below(5), 3));
    const PhraseConstraints constraints(phrases);
    const PhraseProgress progress = after(constraints, random_tokens(random, random.below(8), 3));
    if (constraints.all_met(progress)) continue;
    check_wanted(constraints, progress);
  }
}

TEST_CASE("where words end, a wanted token or one between words leaves one token less") {
  // Tokens 1 to 3 are letters, 4 and 0 stand between words.
  const WordTokens words{.begins_in_word = {false, true, true, true, false},
                         .ends_in_word = {false, true, true, true, false}};
  RandomSequence random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<TokenIds> phrases;
    for (int i = 0; i < 3; ++i) {
      phrases.push_back(random_tokens(random, 1 + random.below(4), 4));
      for (int32_t& token : phrases.back()) ++token;
    }
    const PhraseConstraints constraints(phrases, &words);
    const PhraseProgress progress = after(constraints, random_tokens(random, random.below(9), 5));
    const int64_t needed = constraints.tokens_needed(progress);
    if (needed == 0) continue;
    std::vector<int32_t> choices = constraints.wanted(progress);
    if (constraints.is_in_word(progress)) choices.push_back(0);
    int64_t least = needed;
    for (const int32_t token : choices) {
      PhraseProgress next = progress;
      constraints.advance(next, token);
      least = std::min(least, constraints.tokens_needed(next));
    }
    CHECK(least < needed);
  }
}

TEST_CASE("a phrase that would continue a word needs a token before it") {
  const WordTokens words{.begins_in_word = {false, true, true},
                         .ends_in_word = {false, true, true}};
  const PhraseConstraints constraints({{1, 1}, {2}}, &words);
  const auto needed = [&](const TokenIds& tokens) {
    return constraints.tokens_needed(after(constraints, tokens));
  };
  CHECK(needed({}) == 4);
  CHECK(needed({1}) == 3);
  CHECK(needed({1, 1}) == 2);
  CHECK(needed({1, 1, 0}) == 1);
  CHECK(needed({1, 1, 0, 2}) == 0);
  CHECK(needed({2}) == 3);
}

TEST_CASE("a phrase that is given twice counts once, and no phrases are met at once") {
  const PhraseConstraints twice({{1, 2}, {1, 2}});
  CHECK(twice.tokens_needed(twice.start()) == 2);
  const PhraseConstraints none({});
  CHECK(none.all_met(none.start()));
  CHECK(none.wanted(none.start()).empty());
}

TEST_CASE("a phrase is met by either of its writings, and needs the tokens of the shorter one") {
  const PhraseConstraints constraints({{1}, {4, 4}}, nullptr, {{2, 3}});
  const auto needed = [&](const TokenIds& tokens) {
    return constraints.tokens_needed(after(constraints, tokens));
  };
  CHECK(constraints.wanted(constraints.start()) == std::vector<int32_t>{1, 2, 4});
  CHECK(constraints.wanted(after(constraints, {2})) == std::vector<int32_t>{1, 3, 4});
  CHECK(needed({}) == 3);
  CHECK(needed({2}) == 3);
  for (const TokenIds& either : {TokenIds{1}, TokenIds{2, 3}}) {
    CHECK(needed(either) == 2);
    CHECK(constraints.wanted(after(constraints, either)) == std::vector<int32_t>{4});
    CHECK(constraints.tokens_met(after(constraints, either)) == 2);
  }
  CHECK(needed({2, 3, 4, 4, 2}) == 0);
}

TEST_CASE("with two writings of phrases, too, a wanted token leaves one token less") {
  RandomSequence random(4);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<TokenIds> phrases, inside;
    for (int i = 0; i < 3; ++i) {
      phrases.push_back(random_tokens(random, 1 + random.below(5), 3));
      inside.push_back(random_tokens(random, random.below(6), 3));
    }
    const PhraseConstraints constraints(phrases, nullptr, inside);
    const TokenIds tokens = random_tokens(random, random.below(9), 3);
    const PhraseProgress progress = after(constraints, tokens);
    bool has_all = true;
    for (size_t i = 0; i < phrases.size(); ++i) {
      // Of equal phrases the first one counts.
      const size_t first = std::find(phrases.begin(), phrases.end(), phrases[i]) - phrases.begin();
      const bool has_other = !inside[first].empty() && contains_phrase(tokens, inside[first]);
      has_all = has_all && (has_other || contains_phrase(tokens, phrases[i]));
    }
    CHECK(constraints.all_met(progress) == has_all);
    if (has_all) continue;
    check_wanted(constraints, progress);
  }
}

TEST_CASE("an empty phrase is refused") {
  CHECK_THROWS_AS(PhraseConstraints({{1}, TokenIds{}}), std::invalid_argument);
}

TEST_CASE("a phrase that ends in a word is met where the word ends") {
  const WordTokens words{.begins_in_word = {false, false, false, true, false},
                         .ends_in_word = {false, true, true, true, false}};
  const PhraseConstraints constraints({{1, 2}}, &words);
  const auto is_met = [&](const TokenIds& tokens) {
    return constraints.all_met(after(constraints, tokens));
  };
  CHECK(is_met({1, 2}));  // as an end
  CHECK(constraints.is_in_word(after(constraints, {1, 2})));
  CHECK_FALSE(is_met({1, 2, 3}));
  CHECK(is_met({1, 2, 4}));
  CHECK(is_met({1, 2, 4, 3}));
  CHECK(is_met({1, 2, 3, 1, 2, 0}));
  CHECK_FALSE(constraints.is_in_word(after(constraints, {1, 2, 4})));
  CHECK(constraints.tokens_met(after(constraints, {1, 2, 4})) == 3);
  CHECK(PhraseConstraints({{1, 4}}, &words)
            .tokens_met(after(PhraseConstraints({{1, 4}}, &words), {1, 4})) == 2);
}

TEST_CASE("a word that goes on may begin the phrase anew") {
  const WordTokens words{.begins_in_word = {false, true}, .ends_in_word = {true, true}};
  const PhraseConstraints constraints({{1, 1}}, &words);
  CHECK(after(constraints, {1, 1}).matched == std::vector<int32_t>{2});
  CHECK(after(constraints, {1, 1, 1}).matched == std::vector<int32_t>{2});
  CHECK(after(constraints, {1, 1, 1, 0}).matched == std::vector<int32_t>{3});
}

}  // namespace dragoman
