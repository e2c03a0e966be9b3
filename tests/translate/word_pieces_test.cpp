#include "translate/word_pieces.h"

#include "catch.h"
#include "trained_tokenizer.h"

namespace dragoman {

TEST_CASE("letters go on with a word, but not Hangul and scripts without spaces") {
  CHECK(begins_in_word("s"));
  CHECK(begins_in_word("\u0301"));
  CHECK(begins_in_word("9"));
  CHECK(!begins_in_word("▁s"));
  CHECK(!begins_in_word("."));
  CHECK(!begins_in_word("를"));
  CHECK(!begins_in_word("表"));
}

TEST_CASE("the words of a vocabulary end in letters, but not in Hangul") {
  const Tokenizer tokenizer = character_tokenizer({"파일 file."}, {.vocabulary_size = 11});
  const WordPieces pieces(tokenizer);
  const auto ends_in_word = [&](const char* piece) {
    return pieces.get().ends_in_word[static_cast<size_t>(tokenizer.id_of(piece).value())];
  };
  CHECK(ends_in_word("e"));
  CHECK(!ends_in_word("."));
  CHECK(!ends_in_word("일"));
}

}  // namespace dragoman
