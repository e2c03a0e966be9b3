#include "io/closest_name.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("edit distance: insertions, deletions, replacements and swaps of neighbours count one") {
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("same", "same") == 0);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("dropuot", "dropout") == 1);
  CHECK(edit_distance("ca", "abc") == 3);
}

TEST_CASE("closest name: the nearest is found, and none where all are other words") {
  CHECK(closest_name("beem", {"batch", "beam"}) == "beam");
  CHECK(closest_name("validate_evry", {"validate_beam", "validate_every"}) == "validate_every");
  CHECK(closest_name("learning", {"dropout", "beam"}).empty());
  CHECK(closest_name("lr", {"a", "of"}).empty());
}

TEST_CASE("closest name: a text longer than any name has none, whatever its length") {
  const std::string text(10'000'000, 'a');
  CHECK(closest_name(text, {"beam", text}).empty());
  const std::string name(150, 'a');
  CHECK(closest_name(name + "b", {"beam", name, name + "abc"}) == name);
}

}  // namespace dragoman
