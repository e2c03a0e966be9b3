#include "app/raw_pair_reader.h"

#include "io/block_limit.h"
#include "pipe.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("raw pairs are read as they are, invalid UTF-8 and blank lines too") {
  const TemporaryFolder folder;
  RawPairReader reader({.source = written_file(folder / "a", "one\n\nbad \xff\ntab\there"),
                        .target = written_file(folder / "b", "eins\nzwei\n \nvier\n")});
  const auto first = reader.read(3);
  REQUIRE(first.size() == 3);
  CHECK(first[0].source == "one");
  CHECK(first[1].source.empty());
  CHECK(first[2].source == "bad \xff");
  CHECK(first[2].target == " ");
  const auto rest = reader.read(3);
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].source == "tab\there");
  CHECK(rest[0].target == "vier");
  CHECK(reader.read(3).empty());
}

TEST_CASE("long lines are read fewer at a time, each of them whole") {
  const TemporaryFolder folder;
  const std::string line(BlockLimit::kMostBytes / 3 + 1, 'x');
  std::string sources, targets;
  for (int i = 0; i < 4; ++i) {
    sources += line + "\n";
    targets += "short\n";
  }
  RawPairReader reader({.source = written_file(folder / "a", sources),
                        .target = written_file(folder / "b", targets)});
  const auto first = reader.read(9), rest = reader.read(9);
  REQUIRE(first.size() == 3);
  REQUIRE(rest.size() == 1);
  CHECK(first[2].source == line);
  CHECK(rest[0].source == line);
  CHECK(rest[0].target == "short");
  CHECK(reader.read(9).empty());
}

TEST_CASE("a TSV file has one tab a line") {
  const TemporaryFolder folder;
  RawPairReader reader({.tsv = written_file(folder / "pairs.tsv", "one\teins\n\tzwei\nnone\n")});
  const auto pairs = reader.read(2);
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].target == "eins");
  CHECK(pairs[1].source.empty());
  CHECK_THROWS_WITH(reader.read(2), ContainsSubstring("pairs.tsv:3: a line must be source<TAB>"));
  RawPairReader three({.tsv = written_file(folder / "three.tsv", "a\tb\tc\n")});
  CHECK_THROWS_WITH(three.read(1),
                    ContainsSubstring("three.tsv:1: a line must be source<TAB>target, with exactly "
                                      "one tab, but this has 2; keep the columns"));
}

TEST_CASE("other numbers of lines are told at once, and with pipes at the end of the shorter") {
  const TemporaryFolder folder;
  const std::string two = written_file(folder / "two", "1\n2\n");
  const std::string three = written_file(folder / "three", "1\n2\n3\n");
  CHECK_THROWS_WITH(
      RawPairReader({.source = two, .target = three}),
      ContainsSubstring("two' has 2 lines, but ") && ContainsSubstring("three' has 3;"));
  Pipe longer;
  longer.send("1\n2\n3\n4\n");
  longer.close_writer();
  RawPairReader reader({.source = two, .target = longer.path()});
  CHECK(reader.read(2).size() == 2);
  CHECK_THROWS_WITH(reader.read(1),
                    ContainsSubstring("two' has 2 lines, but ") && ContainsSubstring(" has 4;"));
}

TEST_CASE("pairs must be named, and standard input is one file at most") {
  CHECK_THROWS_AS(RawPairReader({}), std::invalid_argument);
  CHECK_THROWS_AS(RawPairReader({.source = "a"}), std::invalid_argument);
  CHECK_THROWS_AS(RawPairReader({.source = "-", .target = "-"}), std::invalid_argument);
}

}  // namespace dragoman
