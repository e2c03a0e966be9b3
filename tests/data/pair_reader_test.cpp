#include "data/pair_reader.h"

#include <cstdlib>

#include "catch.h"
#include "data/pair_columns.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

/// Three pairs, the second of which is empty, and a file of their links.
struct AlignedPairs {
  explicit AlignedPairs(const std::string& links) {
    corpus.source = written_file(folder / "s", "the old house\n\nit rains\n");
    corpus.target = written_file(folder / "t", "das alte Haus\n\nes regnet\n");
    corpus.alignment = written_file(folder / "a", links);
  }

  std::vector<std::string> read() const {
    PairReader reader(corpus);
    std::vector<std::string> links;
    for (SentencePair pair; reader.next(pair);) links.push_back(to_pharaoh(pair.links));
    return links;
  }

  TemporaryFolder folder;
  CorpusSettings corpus;
};

}  // namespace

TEST_CASE("a pair has the links of its line, in order and each once") {
  const AlignedPairs pairs("2-2 0-0 1-1 0-0\r\n\r\n0-1 1-1");
  CHECK(pairs.read() == std::vector<std::string>{"0-0 1-1 2-2", "", "0-1 1-1"});
}

TEST_CASE("links count words from behind the tag") {
  AlignedPairs pairs("0-0\n\n1-1\n");
  pairs.corpus.tag = "<2de> formal";
  CHECK(pairs.read() == std::vector<std::string>{"2-0", "", "3-1"});
}

TEST_CASE("files whose lines end in CR alone are refused with what to do") {
  const TemporaryFolder folder;
  CorpusSettings corpus;
  const auto read = [&](const std::string& source, const std::string& target) {
    corpus.source = written_file(folder / "s", source);
    corpus.target = written_file(folder / "t", target);
    PairReader reader(corpus);
    size_t count = 0;
    for (SentencePair pair; reader.next(pair);) ++count;
    return count;
  };
  CHECK_THROWS_WITH(read("one\rtwo\r", "eins\rzwei\r"),
                    ContainsSubstring(corpus.source + " and ") &&
                        ContainsSubstring("with CR in it") && ContainsSubstring("tr '\\r' '\\n'"));
  CHECK(read("one\r\n", "eins\r\n") == 1);
  CHECK(read("one\rtwo\nthree\n", "eins\nzwei\n") == 2);
}

TEST_CASE("a line that has not two columns is an error that says what to do") {
  const TemporaryFolder folder;
  CorpusSettings corpus;
  const auto check = [&](const std::string& line, const std::string& says) {
    corpus.tsv = written_file(folder / "pairs.tsv", "one\teins\n" + line + "\n");
    PairReader reader(corpus);
    SentencePair pair;
    CHECK(reader.next(pair));
    CHECK_THROWS_WITH(
        reader.next(pair),
        ContainsSubstring("pairs.tsv:2: a line must be source<TAB>target, with exactly one tab, "
                          "but this has " +
                          says));
  };
  check("1\ttwo\tzwei", "2; keep the columns of the two, as by cut -f 1,2 FILE >NEW");
  check("two", "none; put a tab between the two");
  check("<?xml version=\"1.0\"?>", "none; XML, as TMX, must be converted");
  check("<tu tuid=\"1\">", "none; XML, as TMX, must be converted");
  check("<2de> two", "none; put a tab between the two");
  check("\"two, three\",zwei", "none; if this is CSV, convert it: python3 -c 'import csv, sys; ");
  check("two, three;zwei;", "none; if this is CSV");
  check("drei\"", "none; if a cell in quotes has a line break");
}

TEST_CASE("the command that unpacks cells gives lines of two columns") {
  if (std::system("python3 -c 'import csv' 2>/dev/null") != 0) return;  // nothing runs it here
  const TemporaryFolder folder;
  const auto unpacked = [&](const std::string& cells, const std::string& delimiter) {
    const std::string file = written_file(folder / "cells", cells), out = folder / "out";
    std::string command = unquoting_command(delimiter);
    command.resize(command.find(" <FILE"));
    REQUIRE(std::system((command + " <'" + file + "' >'" + out + "'").c_str()) == 0);
    return read_file(out);
  };
  CHECK(unpacked("\"a, \"\"b\"\"\",c,d\n", ",") == "a, \"b\"\tc\n");
  CHECK(unpacked("a, b;\"c\nd\"\n", ";") == "a, b\tc d\n");
  CHECK(unpacked("\"a \"\"b\"\"\"\tc\n", "\\t") == "a \"b\"\tc\n");
}

TEST_CASE("without a file of links, and where training is to find them, pairs have none") {
  AlignedPairs pairs("0-0\n\n1-1\n");
  for (const char* alignment : {"", "auto"}) {
    pairs.corpus.alignment = alignment;
    CHECK(pairs.read() == std::vector<std::string>{"", "", ""});
  }
}

TEST_CASE("an alignment of another length names the shorter file and its last line") {
  const AlignedPairs shorter("0-0\n\n"), longer("0-0\n\n0-0\n\n\n"), empty("");
  CHECK_THROWS_WITH(shorter.read(),
                    shorter.corpus.alignment + ":2: the file ends here, but " +
                        shorter.corpus.source +
                        " has 3 lines; line n of an alignment must have the links of pair n, or "
                        "be blank");
  CHECK_THROWS_WITH(longer.read(), ContainsSubstring(longer.corpus.source + ":3") &&
                                       ContainsSubstring("a has 5 lines"));
  CHECK_THROWS_WITH(empty.read(), ContainsSubstring(empty.corpus.alignment + ":0"));
}

TEST_CASE("a link of words that the pair does not have, or that is none, is refused") {
  const AlignedPairs beyond("0-0 2-3\n\n\n"), of_empty("\n0-0\n\n"), invalid("\n\n0-0\xff\n"),
      other("0-0\n\n1:1\n");
  CHECK_THROWS_WITH(beyond.read(),
                    ContainsSubstring(beyond.corpus.alignment + ":1: there is no link 2-3") &&
                        ContainsSubstring("3 source and 3 target words"));
  CHECK_THROWS_WITH(of_empty.read(), ContainsSubstring(":2: there is no link 0-0"));
  CHECK_THROWS_WITH(invalid.read(), ContainsSubstring(invalid.corpus.alignment + ":3"));
  CHECK_THROWS_WITH(other.read(), ContainsSubstring(":3: `1:1` is no link"));
}

}  // namespace dragoman
