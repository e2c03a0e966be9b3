#include "data/linked_phrases.h"

#include "catch.h"
#include "io/random.h"

namespace dragoman {
namespace {

using Phrases = std::vector<std::vector<int32_t>>;

Phrases phrases_of(const std::vector<AlignmentLink>& links, int32_t longest) {
  Phrases found;
  for (const auto& [source, target] : linked_phrases(links, longest))
    found.push_back({source.first, source.last, target.first, target.last});
  return found;
}

/// By the definition: all pairs of ranges are tried.
Phrases tried(const std::vector<AlignmentLink>& links, int32_t longest, int32_t words) {
  const auto fits = [&](const std::vector<int32_t>& p) {
    bool ends[4] = {};
    for (const AlignmentLink& link : links) {
      const bool in_source = p[0] <= link.source && link.source <= p[1];
      const bool in_target = p[2] <= link.target && link.target <= p[3];
      if (in_source != in_target) return false;
      if (!in_source) continue;
      ends[0] |= link.source == p[0];
      ends[1] |= link.source == p[1];
      ends[2] |= link.target == p[2];
      ends[3] |= link.target == p[3];
    }
    return ends[0] && ends[1] && ends[2] && ends[3];
  };
  Phrases found;
  for (int32_t a = 0; a < words; ++a)
    for (int32_t b = a; b < std::min(words, a + longest); ++b)
      for (int32_t c = 0; c < words; ++c)
        for (int32_t d = c; d < std::min(words, c + longest); ++d)
          if (fits({a, b, c, d})) found.push_back({a, b, c, d});
  return found;
}

}  // namespace

TEST_CASE("phrases are those whose links lead to one another and nowhere else") {
  CHECK(phrases_of({{0, 1}, {1, 0}}, 2) == Phrases{{0, 0, 1, 1}, {0, 1, 0, 1}, {1, 1, 0, 0}});
  CHECK(phrases_of({{0, 1}, {1, 0}}, 1) == Phrases{{0, 0, 1, 1}, {1, 1, 0, 0}});
  CHECK(phrases_of({{0, 0}, {1, 0}}, 3) == Phrases{{0, 1, 0, 0}});
  CHECK(phrases_of({{0, 0}, {2, 1}}, 3) == Phrases{{0, 0, 0, 0}, {0, 2, 0, 1}, {2, 2, 1, 1}});
  CHECK(phrases_of({}, 3).empty());
}

TEST_CASE("phrases are found that trying all ranges of words finds") {
  for (uint64_t key = 0; key < 200; ++key) {
    RandomSequence random(key);
    std::vector<AlignmentLink> links;
    for (int32_t source = 0; source < 6; ++source)
      for (int32_t target = 0; target < 6; ++target)
        if (random.uniform() < 0.2) links.push_back({source, target});
    for (const int32_t longest : {1, 2, 3, 6})
      CHECK(phrases_of(links, longest) == tried(links, longest, 6));
  }
}

}  // namespace dragoman
