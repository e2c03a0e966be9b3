#include "translate/plain_translation.h"

#include "catch.h"

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

}  // namespace dragoman
