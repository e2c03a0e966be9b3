#include "markup/like_links.h"

#include "catch.h"
#include "markup/text_tokens.h"

namespace dragoman {
namespace {

using Pair = std::pair<int32_t, int32_t>;

std::vector<Pair> moved(const std::vector<Pair>& links, const std::string& source,
                        const std::string& target) {
  std::vector<TokenLink> given;
  for (const auto& [from, to] : links) given.push_back({from, to});
  std::vector<Pair> found;
  for (const TokenLink& link :
       link_like_tokens(given, source, text_tokens(source), target, text_tokens(target)))
    found.emplace_back(link.source, link.target);
  return found;
}

}  // namespace

TEST_CASE("links that take a word for the mark beside it are put right") {
  CHECK(moved({{0, 0}, {2, 1}, {1, 2}}, "the teacher.", "der Lehrer.") ==
        std::vector<Pair>{{0, 0}, {1, 1}, {2, 2}});
  CHECK(moved({{0, 0}, {2, 1}}, "(now) go", "jetzt geh") == std::vector<Pair>{{1, 0}, {1, 1}});
  CHECK(moved({{1, 0}}, "a-b", "x") == std::vector<Pair>{{0, 0}});  // of two the one before
}

TEST_CASE("links between a word and a mark stay where no like token is beside it") {
  CHECK(moved({{1, 0}, {0, 1}}, "go - now", "geh, jetzt") == std::vector<Pair>{{1, 0}, {0, 1}});
  CHECK(moved({{0, 1}}, "now.", "jetzt!") == std::vector<Pair>{{0, 1}});
  CHECK(moved({{1, 0}, {0, 0}}, "now.", "jetzt.") ==
        std::vector<Pair>{{1, 0}, {0, 0}});                  // it has one
  CHECK(moved({{9, 0}, {0, 9}}, "now.", "jetzt.").empty());  // tokens that are not there
  const std::string marks(40, '-');                          // too far away
  CHECK(moved({{39, 0}}, "a" + marks, "x") == std::vector<Pair>{{39, 0}});
}

}  // namespace dragoman
