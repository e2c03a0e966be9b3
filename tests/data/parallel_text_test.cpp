#include "data/parallel_text.h"

#include <fstream>

#include "catch.h"
#include "corpus_of.h"
#include "temporary_folder.h"

namespace dragoman {
namespace {

std::string write(const TemporaryFolder& folder, const std::string& name,
                  const std::string& content) {
  const std::string path = folder / name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

}  // namespace

TEST_CASE("byte order mark, CRLF and a missing final newline do not matter") {
  const TemporaryFolder folder;
  const auto source = write(folder, "a.en", "\xef\xbb\xbfone\r\ntwo");
  const auto target = write(folder, "a.de", "eins\nzwei\n");
  const ParallelText text = read_parallel_text(corpus_of(source, target));
  CHECK(text.source == std::vector<std::string>{"one", "two"});
  CHECK(text.target == std::vector<std::string>{"eins", "zwei"});
}

TEST_CASE("unequal line counts name the shorter file and its last line") {
  const TemporaryFolder folder;
  const auto source = write(folder, "a.en", "one\ntwo\nthree\n");
  const auto target = write(folder, "a.de", "eins\nzwei\n");
  CHECK_THROWS_WITH(read_parallel_text(corpus_of(source, target)),
                    ContainsSubstring(target + ":2") && ContainsSubstring("3 lines"));
}

TEST_CASE("invalid UTF-8 names file and line") {
  const TemporaryFolder folder;
  const auto source = write(folder, "a.en", "one\ntw\xffo\n");
  const auto target = write(folder, "a.de", "eins\nzwei\n");
  CHECK_THROWS_WITH(read_parallel_text(corpus_of(source, target)),
                    ContainsSubstring(source + ":2"));
}

TEST_CASE("a TSV file has exactly two columns") {
  const TemporaryFolder folder;
  CorpusSettings corpus;
  corpus.tsv = write(folder, "a.tsv", "one\teins\ntwo\tzwei\n");
  CHECK(read_parallel_text(corpus).target == std::vector<std::string>{"eins", "zwei"});
  corpus.tsv = write(folder, "b.tsv", "one\teins\ntwo\n");
  CHECK_THROWS_WITH(read_parallel_text(corpus), ContainsSubstring(corpus.tsv + ":2"));
  corpus.tsv = write(folder, "c.tsv", "one\teins\tuno\n");
  CHECK_THROWS_WITH(read_parallel_text(corpus), ContainsSubstring(corpus.tsv + ":1"));
}

TEST_CASE("a corpus's tag stands before each source") {
  const TemporaryFolder folder;
  CorpusSettings corpus;
  corpus.tsv = write(folder, "a.tsv", "one\teins\n");
  corpus.tag = "<2de>";
  const ParallelText text = read_parallel_text(corpus);
  CHECK(text.source == std::vector<std::string>{"<2de> one"});
  CHECK(text.target == std::vector<std::string>{"eins"});
}

TEST_CASE("a target alone is text without sources, read by the same rules") {
  const TemporaryFolder folder;
  CorpusSettings corpus;
  corpus.target = write(folder, "a.txt", " one\r\n\ntw\to");
  CHECK(corpus.name() == corpus.target);
  const ParallelText text = read_parallel_text(corpus);
  CHECK(text.source == std::vector<std::string>(3));
  CHECK(text.target == std::vector<std::string>{" one", "", "tw\to"});
  CHECK(read_sample({corpus}, Sides::kTarget, 100) == text.target);
  corpus.target = write(folder, "b.txt", "one\ntw\xffo\n");
  CHECK_THROWS_WITH(read_parallel_text(corpus), ContainsSubstring(corpus.target + ":2"));
}

TEST_CASE("a sample has all lines if they are few, else so many, drawn evenly, without tags") {
  const TemporaryFolder folder;
  auto first =
      corpus_of(write(folder, "a.en", "a\nb\nc\nd\n"), write(folder, "a.de", "A\nB\nC\nD\n"));
  first.tag = "<2de>";
  const auto second = corpus_of(write(folder, "b.en", "e\nf"), write(folder, "b.de", "E\nF"));
  const auto sample = [&](Sides sides, size_t most) {
    return read_sample({first, second}, sides, most);
  };
  using Lines = std::vector<std::string>;
  CHECK(sample(Sides::kBoth, 12) ==
        Lines{"a", "b", "c", "d", "e", "f", "A", "B", "C", "D", "E", "F"});
  CHECK(sample(Sides::kBoth, 6) == Lines{"b", "d", "f", "B", "D", "F"});
  CHECK(sample(Sides::kTarget, 3) == Lines{"B", "D", "F"});
  CHECK(sample(Sides::kSource, 100).size() == 6);
}

TEST_CASE("a sample is of pairs as a function leaves them") {
  const TemporaryFolder folder;
  const auto corpus =
      corpus_of(write(folder, "a.en", "a\nb\nc\n"), write(folder, "a.de", "A\nB\nC"));
  const auto number = [](SentencePair& pair, uint64_t n) { pair.target += std::to_string(n); };
  CHECK(read_sample({corpus}, Sides::kTarget, 3, number) ==
        std::vector<std::string>{"A0", "B1", "C2"});
}

}  // namespace dragoman
