#include "translate/plain_translation.h"

#include "catch.h"
#include "translate/terminology.h"

namespace dragoman {

TEST_CASE("links that confuse a word with the full stop beside it are corrected") {
  Translation translation;
  translation.text = "der Lehrer.";
  translation.tokens = {"▁der", "▁Leh", "rer", "."};
  translation.source_tokens = {"▁the", "▁teacher", "."};
  translation.token_alignment = {{0, 0}, {2, 1}, {2, 2}, {1, 3}};
  const PlainTranslation plain = plain_translation({.text = "the teacher."}, translation);
  std::vector<std::pair<int32_t, int32_t>> links;
  for (const TokenLink& link : plain.links) links.emplace_back(link.source, link.target);
  CHECK(plain.text == translation.text);
  CHECK(links == std::vector<std::pair<int32_t, int32_t>>{{0, 0}, {2, 2}, {1, 1}});
}

TEST_CASE("required phrases are found as tokenizers have changed them") {
  Translation translation;
  translation.text = "der lehrer, die neue lehrerin und der lehrer!";
  TranslationRequest sentence{.text = "the teacher",
                              .phrases = {"der  Lehrer", "Lehrerin und", ""},
                              .protected_spans = {{0, 3}}};
  sentence.terminology = std::make_shared<Terminology>(
      std::vector<std::pair<std::string, std::string>>{{"teacher", "DIE"}, {"pupil", "der"}});
  std::vector<std::string> found;
  for (const ByteSpan& bytes : plain_translation(sentence, translation).required)
    found.emplace_back(bytes.of(translation.text));
  CHECK(found == std::vector<std::string>{"der lehrer", "der lehrer", "lehrerin und", "die"});
}

}  // namespace dragoman
