#include "data/placeholder_maker.h"

#include <algorithm>
#include <set>

#include "catch.h"
#include "data/pair_sampler.h"
#include "data/placeholder_symbols.h"
#include "trained_tokenizer.h"

namespace dragoman {
namespace {

/// The symbols of a text in their order.
std::vector<std::string> symbols_of_text(const std::string& text) {
  std::vector<std::pair<size_t, std::string>> found;
  for (const std::string& symbol : placeholder_symbols()) {
    for (size_t at = text.find(symbol); at != std::string::npos; at = text.find(symbol, at + 1))
      found.emplace_back(at, symbol);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> symbols;
  for (auto& [at, symbol] : found) symbols.push_back(symbol);
  return symbols;
}

/// A text whose symbols, whichever they are, are all "#".
std::string masked(std::string text) {
  for (const std::string& symbol : placeholder_symbols()) {
    for (size_t at = text.find(symbol); at != std::string::npos; at = text.find(symbol))
      text.replace(at, symbol.size(), "#");
  }
  return text;
}

/// What becomes of a pair under many keys, masked.
std::set<std::string> outcomes(const PlaceholderMaker& maker, const SentencePair& pair) {
  std::set<std::string> found;
  for (uint64_t key = 0; key < 500; ++key) {
    const auto made = maker.make(pair, key);
    REQUIRE(made);
    found.insert(masked(made->source) + "|" + masked(made->target));
  }
  return found;
}

std::shared_ptr<const WordPairs> dog_and_hund() {
  const std::vector<std::string> source(3, "dog"), target(3, "Hund");
  return std::make_shared<const WordPairs>(source, target);
}

}  // namespace

TEST_CASE("each placeholder is once on both sides, and all symbols are used alike") {
  const PlaceholderMaker maker(1, dog_and_hund(), {});
  const SentencePair pair{"Bob, the dog and Eve, 7 or 3.5.", "Bob, der Hund und Eve, 7 oder 3.5."};
  std::set<std::string> first;
  std::set<size_t> counts;
  for (uint64_t key = 0; key < 300; ++key) {
    const auto made = maker.make(pair, key);
    REQUIRE(made);
    const auto source = symbols_of_text(made->source), target = symbols_of_text(made->target);
    REQUIRE(!source.empty());
    CHECK(source == target);  // the order of the words is the same here
    CHECK(std::set<std::string>(source.begin(), source.end()).size() == source.size());
    first.insert(source.front());
    counts.insert(source.size());
    const auto again = maker.make(pair, key);
    CHECK((again->source == made->source && again->target == made->target));
  }
  CHECK(first.size() == placeholder_symbols().size());
  CHECK(counts == std::set<size_t>{1, 2, 3, 4, 5});
}

TEST_CASE("placeholders stand for the same word, its sure translation, or a protected span") {
  const PlaceholderMaker maker(1, dog_and_hund(), {});
  CHECK(outcomes(maker, {"(dog) x", "(Hund) y"}) ==
        std::set<std::string>{"(#) x|(#) y", "# (#) x|# (#) y", "(#) x #|(#) y #"});
  CHECK(outcomes(maker, {"see {{x y}} www.a.org/b.", "zu www.a.org/b. {{x y}}"})
            .contains("see # #.|zu #. #"));
  CHECK(outcomes(maker, {"dog dog", "Hund Hund"}) ==
        std::set<std::string>{"# dog dog|# Hund Hund", "dog dog #|Hund Hund #"});
}

TEST_CASE(
    "names, numbers and protected spans come before other words, a first word's capital or not") {
  const PlaceholderMaker maker(1, nullptr, {});
  for (const std::string& outcome : outcomes(maker, {"Some x see Bob", "Some x zu Bob"}))
    CHECK(outcome.find("Some x") != std::string::npos);
  CHECK(outcomes(maker, {"x 7", "7 x"}).contains("x #|# x"));
  CHECK(!outcomes(maker, {"x 7", "7 x"}).contains("# 7|7 #"));
  CHECK(outcomes(maker, {"X y", "X z"}).contains("# y|# z"));
}

TEST_CASE("where nothing is sure, a placeholder stands at the beginning or before the last mark") {
  const PlaceholderMaker maker(1, nullptr, {"<2de>"});
  CHECK(outcomes(maker, {"<2de> a cat.", "eine Katze!?"}) ==
        std::set<std::string>{"<2de> # a cat.|# eine Katze!?", "<2de> a cat #.|eine Katze #!?"});
  CHECK(outcomes(maker, {"你好。", "hi."}) ==
        std::set<std::string>{"#你好。|# hi.", "你好#。|hi #."});
  CHECK(outcomes(maker, {"ที่", "x"}) == std::set<std::string>{"#ที่|# x", "ที่#|x #"});
  CHECK(outcomes(maker, {"हाँ।", "نعم؟"}) == std::set<std::string>{"# हाँ।|# نعم؟", "हाँ #।|نعم #؟"});
  CHECK(outcomes(maker, {"", ""}) == std::set<std::string>{"#|#"});
  CHECK(outcomes(maker, {"...", "!"}).contains("#...|#!"));
}

TEST_CASE("tags and what touches them stay, and symbols that the text has are not drawn") {
  const PlaceholderMaker maker(1, nullptr, {"<x>"});
  for (const std::string& outcome : outcomes(maker, {"<x> Bob<x>", "<x> Bob<x>"}))
    CHECK(outcome.find("Bob<x>") == outcome.rfind("Bob<x>", outcome.find('|')));
  for (uint64_t key = 0; key < 200; ++key) {
    const auto made = maker.make({"Bob ⟨1⟩", "Bob"}, key);
    REQUIRE(made);
    CHECK(made->target.find("⟨1⟩") == std::string::npos);
  }
  CHECK(!maker.make({"⟨1⟩⟨2⟩⟨3⟩⟨4⟩", "⟨5⟩"}, 1));
}

TEST_CASE("links stay while words stay, and are left out where a word is added or made of two") {
  const PlaceholderMaker maker(1, nullptr, {});
  const SentencePair pair{"c Bob {{a b}}", "d Bob {{a b}}", {{0, 0}, {1, 1}, {2, 2}, {3, 2}}};
  bool has_kept = false;
  for (uint64_t key = 0; key < 500; ++key) {
    const auto made = maker.make(pair, key);
    REQUIRE(made);
    const bool is_same = masked(made->source) == "c # {{a b}}";
    CHECK(made->links == (is_same ? pair.links : std::vector<AlignmentLink>()));
    has_kept |= is_same;
  }
  CHECK(has_kept);
}

TEST_CASE("as many pairs have placeholders as the rate says") {
  const PlaceholderMaker maker(0.25, nullptr, {});
  size_t count = 0;
  for (uint64_t key = 0; key < 10000; ++key) count += maker.make({"Bob", "Bob"}, key) ? 1 : 0;
  CHECK(count == Approx(2500).margin(200));
}

TEST_CASE("examples are drawn with placeholders as tokens, unless that makes them too long") {
  const std::vector<std::string> symbols = placeholder_symbols();
  const Tokenizer tokenizer = character_tokenizer(
      {"ab"}, {.vocabulary_size = 6 + std::ssize(symbols), .user_symbols = symbols});
  DataSettings settings;
  CHECK(!settings.draws_examples());
  settings.placeholders = 1;
  CHECK(settings.draws_examples());
  const PairSampler sampler(tokenizer, tokenizer, settings);
  settings.max_length = 4;  // a space, two letters, end of sentence
  const PairSampler short_sampler(tokenizer, tokenizer, settings);
  std::set<std::string> drawn, drawn_short;
  for (uint64_t key = 0; key < 200; ++key) {
    const Example example = sampler.draw({"ab", "ba"}, key);
    CHECK(example.source.size() == 6);  // two spaces, two letters, a placeholder, end of sentence
    drawn.insert(masked(tokenizer.decode(example.target)));
    drawn_short.insert(tokenizer.decode(short_sampler.draw({"ab", "ba"}, key).target));
  }
  CHECK(drawn == std::set<std::string>{"# ba", "ba #"});
  CHECK(drawn_short == std::set<std::string>{"ba"});
}

}  // namespace dragoman
