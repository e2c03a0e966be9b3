#include "markup/projection.h"

#include "catch.h"

namespace dragoman {
namespace {

/// Begin and end of each span in the translation.
std::vector<std::vector<int32_t>> project(const std::vector<TagSpan>& spans,
                                          const std::vector<TokenLink>& links, int32_t source_size,
                                          int32_t target_size) {
  std::vector<std::vector<int32_t>> placed;
  for (const TagSpan& span : project_spans(spans, links, source_size, target_size))
    placed.push_back({span.begin, span.end});
  return placed;
}

using Placed = std::vector<std::vector<int32_t>>;

TEST_CASE("a span goes where its words went") {
  CHECK(project({{1, 2}}, {{0, 2}, {1, 0}, {2, 1}}, 3, 3) == Placed{{0, 1}});
  CHECK(project({{0, 2}}, {{0, 3}, {1, 2}, {2, 0}}, 3, 4) == Placed{{2, 4}});
}

TEST_CASE("a span takes words without links in between, but not at its edges") {
  CHECK(project({{0, 2}}, {{0, 1}, {1, 3}, {2, 5}}, 3, 6) == Placed{{1, 4}});
}

TEST_CASE("one word far away does not stretch a span over others' words") {
  CHECK(project({{0, 3}}, {{0, 0}, {1, 1}, {2, 6}, {3, 2}, {4, 3}, {5, 4}, {6, 5}}, 7, 7) ==
        Placed{{0, 2}});
}

TEST_CASE("a span of all words of the text, or of the span around it, is one of all words again") {
  CHECK(project({{0, 2}, {0, 2, 0}}, {{0, 1}}, 2, 4) == Placed{{0, 4}, {0, 4}});
}

TEST_CASE("spans beside each other do not overlap, spans within others stay there") {
  const std::vector<TokenLink> links = {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 3}};
  const auto placed = project_spans({{0, 3}, {0, 1, 0}, {1, 2, 0}}, links, 4, 5);
  CHECK((placed[1].begin >= placed[0].begin && placed[2].end <= placed[0].end));
  CHECK((placed[1].end <= placed[2].begin || placed[2].end <= placed[1].begin));
}

TEST_CASE("a tag between two words goes between their translations") {
  CHECK(project({{1, 1}}, {{0, 0}, {1, 1}}, 2, 2) == Placed{{1, 1}});
  CHECK(project({{0, 0}, {2, 2}}, {{0, 1}, {1, 0}}, 2, 2) == Placed{{0, 0}, {2, 2}});
}

TEST_CASE("a span without links goes where its neighbours say, around words without links") {
  CHECK(project({{1, 2}}, {{0, 0}, {2, 2}}, 3, 3) == Placed{{1, 2}});
  CHECK(project({{1, 2}}, {{0, 0}, {2, 1}}, 3, 2) == Placed{{1, 1}});
}

TEST_CASE("spans of other sentences' tags reach the beginning and the end") {
  TagSpan before{.begin = 0, .end = 1, .begins_before = true};
  TagSpan after{.begin = 2, .end = 3, .ends_after = true};
  CHECK(project({before, after}, {{0, 1}, {1, 2}, {2, 3}}, 3, 5) == Placed{{0, 2}, {3, 5}});
}

TEST_CASE("tags that keep their order never pass each other") {
  CHECK(project_in_order({0, 1, 2, 3}, {{0, 2}, {1, 1}, {2, 0}}, 3, 3).back() == 3);
  const auto placed = project_in_order({1, 2}, {{0, 2}, {1, 1}, {2, 0}}, 3, 3);
  CHECK(placed[0] <= placed[1]);
}

TEST_CASE("links of tokens that are not there count for nothing") {
  CHECK(project({{0, 1}}, {{0, 7}, {9, 0}, {-1, 0}, {0, 1}}, 2, 2) == Placed{{1, 2}});
}

}  // namespace
}  // namespace dragoman
