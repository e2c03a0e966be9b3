#include "tokenizer/text_words.h"

#include "catch.h"
#include "trained_tokenizer.h"

namespace dragoman {
namespace {

using Words = std::vector<int32_t>;

/// Of the letters a to d.
Tokenizer tokenizer_of_letters() {
  return character_tokenizer({"ab cd", "dc ba"}, {.vocabulary_size = 8});
}

}  // namespace

TEST_CASE("pieces belong to the words of their text, whatever words the tokenizer makes") {
  const Tokenizer tokenizer = tokenizer_of_letters();
  const auto words = [&](const std::string& text) {
    return words_in_text(tokenizer.encode_as_pieces(text), text, tokenizer);
  };
  CHECK(words("ab c") == Words{0, 0, 0, 1, 1});
  CHECK(words("a\u00a0b c") == Words{0, 0, 0, 0, 1, 1});
  CHECK(words("a\u00b4b c") == Words{0, 0, 0, 0, 0, 1, 1});
  CHECK(words("a \u200b b \ufeff c") == Words{0, 0, 2, 2, 4, 4});
  CHECK(words("\u2581 a\u2581b c") == Words{1, 1, 1, 1, 2, 2});
  CHECK(words("a \ufdfa b").back() == 2);
  CHECK(words("").empty());
}

TEST_CASE("pieces of other words than those of the text are shared out among these") {
  const Tokenizer tokenizer = tokenizer_of_letters();
  CHECK(words_in_text({"▁a", "▁b", "▁c", "▁d"}, "ab cd", tokenizer) == Words{0, 0, 1, 1});
  CHECK(words_in_text({"▁abcd"}, "ab cd", tokenizer) == Words{0});
}

TEST_CASE("an unknown token is a word of the decoded text") {
  const Tokenizer tokenizer = tokenizer_of_letters();
  const auto words = [&](const std::vector<std::string>& pieces) {
    return words_in_decoded(pieces, tokenizer);
  };
  const std::string unknown = tokenizer.pieces_of({tokenizer.unknown_id()}).front();
  REQUIRE(tokenizer.decode_pieces({"▁", "a", unknown, "b", "▁", "c"}) == "a \u2047 b c");
  CHECK(words({"▁", "a", unknown, "b", "▁", "c"}) == Words{0, 0, 1, 2, 3, 3});
  CHECK(words({unknown, "▁", "a"}) == Words{0, 1, 1});
  CHECK(words({"▁", unknown, unknown}) == Words{0, 0, 1});
  CHECK(words({"▁ab", "c", "▁d", "▁"}) == Words{0, 0, 1, 1});
  CHECK(words({"a", "\u2028", "b"}) == Words{0, 1, 1});
}

}  // namespace dragoman
