#include "tokenizer/words.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("space symbols part the words of pieces") {
  using Words = std::vector<int32_t>;
  CHECK(word_numbers({"▁the", "▁hou", "se", "."}) == Words{0, 1, 1, 1});
  CHECK(word_numbers({"hou", "se", "▁", "the", "▁", "▁re"}) == Words{0, 0, 1, 1, 2, 2});
  CHECK(word_numbers({"▁", "a", "▁"}) == Words{0, 0, 0});
  CHECK(word_numbers({"▁New▁York", "er", "▁is"}) == Words{0, 1, 2});
  CHECK(word_numbers({"a▁", "b"}) == Words{0, 1});
  CHECK(word_numbers({}).empty());
}

}  // namespace dragoman
