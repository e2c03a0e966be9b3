#include "data/word_pairs.h"

#include <stdexcept>

#include "catch.h"

namespace dragoman {
namespace {

using TextLines = std::vector<std::string>;

TextLines words_in(const std::string& text) {
  TextLines found;
  for (const ByteSpan& word : words_of(text)) found.emplace_back(word.of(text));
  return found;
}

}  // namespace

TEST_CASE("words are letters and digits, and marks between them") {
  CHECK(words_in("  (A man's \"T-shirt\",\t3.5!) ... „Straße“ ") ==
        TextLines{"A", "man's", "T-shirt", "3.5", "Straße"});
  CHECK(words_in("one, two--three l’eau a.b.c.") ==
        TextLines{"one", "two", "three", "l’eau", "a.b.c"});
  CHECK(words_in("我用iPhone 15。") == TextLines{"我", "用", "iPhone", "15"});
  CHECK(words_in("").empty());
  CHECK(words_in(" -- ").empty());
}

TEST_CASE("words translate each other that are in the same lines often, and each other's best") {
  const WordPairs pairs(
      {"a dog barks", "the dog sleeps", "a dog", "a man", "the man", "it rains"},
      {"ein Hund bellt", "der Hund schläft", "ein Hund", "ein Mann", "der Mann", "es regnet"});
  CHECK(pairs.translation("dog") == "Hund");
  CHECK(pairs.translation("a") == "ein");
  CHECK(pairs.size() == 2);  // of the others none is in three lines
  CHECK(pairs.translation("Hund").empty());
}

TEST_CASE("a word that is in a tenth of the lines translates nothing") {
  TextLines source, target;
  for (int i = 0; i < 200; ++i) {
    source.push_back(i % 5 == 0 ? "the x" : i % 20 == 1 ? "dog x" : "x");
    target.push_back(i % 5 == 0 ? "der" : i % 20 == 1 ? "Hund" : "");
  }
  const WordPairs pairs(source, target);
  CHECK(pairs.translation("dog") == "Hund");
  CHECK(pairs.translation("the").empty());
  CHECK(pairs.translation("x").empty());
}

TEST_CASE("a rare word is its own translation, a frequent one of either side only if that shows") {
  const WordPairs pairs({"the men die", "Bob", "Bob", "Bob", "", "", ""},
                        {"die Männer", "Bob", "Bob", "Bob", "die", "die", "die"});
  CHECK(pairs.translation("Anna") == "Anna");
  CHECK(pairs.translation("Bob") == "Bob");
  CHECK(pairs.translation("men") == "men");
  CHECK(pairs.translation("die").empty());
}

TEST_CASE("no words translate each other where there is no text, or too much of one line") {
  CHECK(WordPairs({}, {}).size() == 0);
  CHECK(WordPairs(TextLines(5), TextLines(5)).size() == 0);
  CHECK_THROWS_AS(WordPairs(TextLines(5), TextLines(4)), std::invalid_argument);
  std::string endless;
  for (int i = 0; i < 100000; ++i) endless += "w" + std::to_string(i) + " ";
  const WordPairs pairs(TextLines(3, endless), TextLines(3, endless));
  CHECK(pairs.size() <= 100);  // the rest of a line is not looked at
  CHECK(pairs.translation("w99999") == "w99999");
}

}  // namespace dragoman
