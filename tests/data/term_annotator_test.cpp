#include "data/term_annotator.h"

#include <map>

#include "catch.h"
#include "data/inline_terms.h"
#include "data/pair_sampler.h"
#include "io/words.h"
#include "temporary_folder.h"
#include "tokenizer/words.h"
#include "trained_tokenizer.h"
#include "written_file.h"

namespace dragoman {
namespace {

DataSettings term_settings(double rate, int64_t most = 3, int64_t longest = 3) {
  DataSettings settings;
  settings.terms = {.rate = rate, .most = most, .longest = longest, .lemmas = ""};
  return settings;
}

/// "(The) cat, which sat." with its translation, word by word.
SentencePair sat_pair() {
  return {"(The) cat, which  sat.", "Die Katze, die saß.", {{0, 0}, {1, 1}, {2, 2}, {3, 3}}};
}

/// What a pair becomes, and how often.
std::map<std::string, int> sources_of(const SentencePair& pair, const DataSettings& settings) {
  const TermAnnotator annotator(settings);
  std::map<std::string, int> counts;
  for (uint64_t key = 0; key < 2000; ++key) {
    const auto annotated = annotator.annotate(pair, key);
    if (annotated) CHECK(annotated->target == pair.target);
    ++counts[annotated ? annotated->source : "plain"];
  }
  return counts;
}

}  // namespace

TEST_CASE("translations stand beside their terms, without white space of their own") {
  CHECK(with_inline_terms("the cat sat", {{4, 7, "Katze"}}) == "the⟦ cat⦀ Katze⟧ sat");
  CHECK(with_inline_terms("cats", {{0, 4, "Katzen"}}) == "⟦ cats⦀ Katzen⟧");
  CHECK(with_inline_terms(" (a)\t b.", {{2, 3, "x y"}, {6, 7, "z"}}) == " (⟦a⦀ x y⟧)⟦\t b⦀ z⟧.");
  CHECK(with_inline_terms("a b", {{0, 1, "x"}, {2, 3, "y"}}) == "⟦ a⦀ x⟧⟦ b⦀ y⟧");
  CHECK(with_inline_terms("", {}).empty());
}

TEST_CASE("a share of the pairs gets terms: any word, or phrase without signs in it") {
  auto counts = sources_of(sat_pair(), term_settings(0.5, 1, 2));
  CHECK(counts["plain"] == Approx(1000).margin(100));
  counts.erase("plain");
  CHECK(counts.size() == 5);
  CHECK(counts["(⟦The⦀ Die⟧) cat, which  sat."] == Approx(200).margin(60));
  CHECK(counts["(The)⟦ cat⦀ Katze⟧, which  sat."] == Approx(200).margin(60));
  CHECK(counts["(The) cat,⟦ which⦀ die⟧  sat."] == Approx(200).margin(60));
  CHECK(counts["(The) cat, which⟦  sat⦀ saß⟧."] == Approx(200).margin(60));
  CHECK(counts["(The) cat,⟦ which  sat⦀ die saß⟧."] == Approx(200).margin(60));
}

TEST_CASE("a share of the terms of one word is swapped on both sides, capitals for capitals") {
  const std::vector<std::string> nouns{"Hund", "Haus"}, verbs{"lief", "ging"};
  std::vector<std::string> sources, targets;
  for (int i = 0; i < 40; ++i) {  // each word in so few lines that it is no article
    const bool has_noun = i % 8 < 2, has_verb = !has_noun && i % 8 < 4;
    sources.push_back(has_noun ? "n" + nouns[i % 2] : has_verb ? "v" + verbs[i % 2] : "");
    targets.push_back(has_noun ? nouns[i % 2] : has_verb ? verbs[i % 2] : "");
  }
  const WordPairs words(sources, targets);
  REQUIRE(words.target_words().size() == 4);
  DataSettings settings = term_settings(1, 1, 1);
  settings.terms.swap = 0.25;
  const TermAnnotator annotator(settings, &words);
  std::map<std::string, int> counts;
  for (uint64_t key = 0; key < 4000; ++key) {
    const auto pair = annotator.annotate(sat_pair(), key);
    REQUIRE(pair);
    CHECK(pair->links.size() == 4);
    if (pair->target != sat_pair().target) ++counts[pair->source + " | " + pair->target];
  }
  CHECK(counts["(The)⟦ cat⦀ Hund⟧, which  sat. | Die Hund, die saß."] == Approx(125).margin(45));
  CHECK(counts["(The) cat, which⟦  sat⦀ ging⟧. | Die Katze, die ging."] == Approx(125).margin(45));
  CHECK(counts.size() == 8);  // each of the four words by one of two
}

TEST_CASE("symbols of the tokenizer are no terms") {
  const SentencePair pair{"the ⟨1⟩ sat.", "das ⟨1⟩ saß.", {{0, 0}, {1, 1}, {2, 2}}};
  const TermAnnotator annotator(term_settings(1), nullptr, {"⟨1⟩"});
  for (uint64_t key = 0; key < 200; ++key) {
    const auto annotated = annotator.annotate(pair, key);
    REQUIRE(annotated);
    CHECK_THAT(annotated->source, ContainsSubstring(" ⟨1⟩") && !ContainsSubstring("⦀ ⟨1⟩"));
  }
}

TEST_CASE("a source has up to so many terms") {
  std::map<size_t, int> counts;
  for (const auto& [source, count] : sources_of(sat_pair(), term_settings(1, 3, 1))) {
    size_t terms = 0;
    for (const std::string_view word : split_words(source)) terms += word.ends_with("⦀") ? 1 : 0;
    counts[terms] += count;
  }
  CHECK(counts.size() == 3);
  for (const size_t terms : {1, 2, 3}) CHECK(counts[terms] == Approx(667).margin(90));
}

TEST_CASE("links go along with their words") {
  const std::string before_text = GENERATE("", " ", "\t ");
  const SentencePair pair{before_text + "old cats sat (there) now",
                          "da saß die Katze",
                          {{0, 3}, {1, 2}, {1, 3}, {2, 1}, {3, 0}, {4, 3}}};
  const TermAnnotator annotator(term_settings(1));
  const auto targets = split_words(pair.target), sources = split_words(pair.source);
  for (uint64_t key = 0; key < 500; ++key) {
    const auto annotated = annotator.annotate(pair, key);
    REQUIRE(annotated);
    const auto words = split_words(annotated->source);
    REQUIRE(annotated->links.size() == pair.links.size());
    for (size_t i = 0; i < pair.links.size(); ++i) {
      const auto before = sources[static_cast<size_t>(pair.links[i].source)].substr(0, 3);
      const auto after = words.at(static_cast<size_t>(annotated->links[i].source));
      // "(there)" has a sign of its own before its first letter.
      CHECK((after.starts_with(before) || after.starts_with("(⟦there")));
      CHECK(annotated->links[i].target == pair.links[i].target);
    }
  }
}

TEST_CASE("terms are given as lemmas where there is a list") {
  const TemporaryFolder folder;
  DataSettings settings = term_settings(1, 1, 1);
  settings.terms.lemmas = written_file(folder / "lemmas", "saß\tsitzen\ndie\tder\n");
  auto counts = sources_of(sat_pair(), settings);
  CHECK(counts.size() == 4);
  CHECK(counts.count("(⟦The⦀ der⟧) cat, which  sat.") == 1);
  CHECK(counts.count("(The)⟦ cat⦀ Katze⟧, which  sat.") == 1);
  CHECK(counts.count("(The) cat, which⟦  sat⦀ sitzen⟧.") == 1);
}

TEST_CASE("pairs without links, words or with signs of their own stay as they are") {
  const TermAnnotator annotator(term_settings(1));
  CHECK(!annotator.annotate({"a", "b", {}}, 1));
  CHECK(!annotator.annotate({"...", "!", {{0, 0}}}, 1));
  CHECK(!annotator.annotate({"a⟦", "b", {{0, 0}}}, 1));
  CHECK(!annotator.annotate({"a", "⟧ b", {{0, 1}}}, 1));
  CHECK(annotator.annotate({"a", "b", {{0, 0}}}, 1));
  CHECK(term_settings(0.1).draws_examples());
  CHECK(!term_settings(0).draws_examples());
}

TEST_CASE("examples have terms and moved links, and neither where they would be too long") {
  const Tokenizer tokenizer = trained_tokenizer(
      {"ab ab ab", "ba ba ba"},
      {.vocabulary_size = 13, .user_symbols = {kTermSigns.begin(), kTermSigns.end()}});
  const SentencePair pair{"ab ba", "ba ab", {{0, 0}, {1, 1}}};
  DataSettings settings = term_settings(1, 1, 1);
  const auto drawn = [&](int64_t max_length, uint64_t key) {
    settings.max_length = max_length;
    return PairSampler(tokenizer, tokenizer, settings).draw(pair, key);
  };
  const size_t plain = tokenizer.encode(pair.source).size() + 1;
  for (uint64_t key = 0; key < 20; ++key) {
    const Example example = drawn(100, key);
    const std::string source = tokenizer.decode(example.source);
    CHECK((source == "⟦ ab⦀ ba⟧ ba" || source == "ab⟦ ba⦀ ab⟧"));
    REQUIRE(!example.links.empty());
    const auto pieces = tokenizer.pieces_of(example.source);
    for (const AlignmentLink& link : example.links) {
      if (link.target == 0) CHECK(word_numbers(pieces)[static_cast<size_t>(link.source)] <= 1);
    }
    CHECK(drawn(static_cast<int64_t>(plain), key).source.size() == plain);
  }
}

}  // namespace dragoman
