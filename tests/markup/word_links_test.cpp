#include "markup/word_links.h"

#include <utility>

#include "catch.h"

namespace dragoman {
namespace {

using Pairs = std::vector<std::pair<int32_t, int32_t>>;

Pairs tokens_linked(const std::vector<TokenLink>& links, std::string_view source,
                    std::string_view target) {
  Pairs found;
  for (const TokenLink& link : links_of_words(links, source, target))
    found.emplace_back(link.source, link.target);
  return found;
}

TEST_CASE("letters and digits of linked words are linked, and punctuation with its like") {
  CHECK(tokens_linked({{0, 0}}, "(a-b)", "c)") == Pairs{{1, 0}, {3, 0}, {4, 1}});
  CHECK(tokens_linked({{1, 0}}, "a, b,", "c,") == Pairs{{2, 0}, {3, 1}});
}

TEST_CASE("words end at ASCII white space alone, as for aligners") {
  CHECK(tokens_linked({{1, 2}}, "10\u00a0km weit", "far away 10") == Pairs{{2, 2}});
  CHECK(tokens_linked({{2, 1}}, "a \u2003 b", "c\td") == Pairs{{1, 1}});
}

}  // namespace
}  // namespace dragoman
