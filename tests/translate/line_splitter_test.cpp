#include "translate/line_splitter.h"

#include "catch.h"
#include "trained_tokenizer.h"

namespace dragoman {

TEST_CASE("long lines are cut at sentences, then words, then tokens, and no part is too long") {
  const Tokenizer tokenizer =
      character_tokenizer({"abc def gh.", "hgf. edc ba"}, {.vocabulary_size = 13});
  const auto parts_of = [&](const std::string& line, size_t max_tokens) {
    std::vector<std::string> parts;
    std::string texts;
    for (const auto& [ids, pieces, text, begin, words, first_word] :
         encode_in_parts(line, tokenizer, max_tokens, true)) {
      CHECK(pieces.size() == ids.size());
      CHECK(words.size() == ids.size());
      CHECK(ids.size() <= max_tokens);
      if (!text.empty()) CHECK(begin == texts.size());
      texts += text;
      parts.push_back(tokenizer.decode(ids));
    }
    CHECK((texts == line || parts.empty()));
    return parts;
  };
  CHECK(parts_of("abc def. gh abc.", 30) == std::vector<std::string>{"abc def. gh abc."});
  CHECK(parts_of("Abc def. Gh abc. Fed.", 18) ==
        std::vector<std::string>{tokenizer.decode(tokenizer.encode("Abc def. Gh abc.")),
                                 tokenizer.decode(tokenizer.encode("Fed."))});
  CHECK(parts_of("abc def gh abc", 9) == std::vector<std::string>{"abc def", "gh abc"});
  CHECK(parts_of("abcdefgh", 5) == std::vector<std::string>{"abcd", "efgh"});
  // A run of unknown characters is one token, but not if it is very long.
  CHECK(parts_of("abc " + std::string(60'000, 'z'), 9).size() == 1);
  CHECK(parts_of("abc " + std::string(150'000, 'z') + " def", 9).size() == 5);
  CHECK(parts_of("abc" + std::string(100'000, ' ') + "def", 9).size() == 1);
  CHECK(parts_of("", 5).empty());
  CHECK(parts_of("   ", 5).empty());
}

}  // namespace dragoman
