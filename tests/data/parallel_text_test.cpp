#include "data/parallel_text.h"

#include <fstream>

#include "catch.h"
#include "temporary_folder.h"

namespace dragoman {
namespace {

std::string write(const TemporaryFolder& folder, const std::string& name,
                  const std::string& content) {
  const std::string path = folder / name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

CorpusSettings pair_of(const std::string& source, const std::string& target) {
  CorpusSettings corpus;
  corpus.source = source;
  corpus.target = target;
  return corpus;
}

}  // namespace

TEST_CASE("byte order mark, CRLF and a missing final newline do not matter") {
  const TemporaryFolder folder;
  const auto source = write(folder, "a.en", "\xef\xbb\xbfone\r\ntwo");
  const auto target = write(folder, "a.de", "eins\nzwei\n");
  const ParallelText text = read_parallel_text(pair_of(source, target));
  CHECK(text.source == std::vector<std::string>{"one", "two"});
  CHECK(text.target == std::vector<std::string>{"eins", "zwei"});
}

TEST_CASE("unequal line counts name the shorter file and its last line") {
  const TemporaryFolder folder;
  const auto source = write(folder, "a.en", "one\ntwo\nthree\n");
  const auto target = write(folder, "a.de", "eins\nzwei\n");
  CHECK_THROWS_WITH(read_parallel_text(pair_of(source, target)),
                    ContainsSubstring(target + ":2") && ContainsSubstring("3 lines"));
}

TEST_CASE("invalid UTF-8 names file and line") {
  const TemporaryFolder folder;
  const auto source = write(folder, "a.en", "one\ntw\xffo\n");
  const auto target = write(folder, "a.de", "eins\nzwei\n");
  CHECK_THROWS_WITH(read_parallel_text(pair_of(source, target)), ContainsSubstring(source + ":2"));
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

TEST_CASE(
    "corpora of a list are taken together; empty and over-long pairs are left out and counted") {
  const TemporaryFolder folder;
  TokenizerSettings settings;
  settings.type = TokenizerType::kChar;
  settings.vocabulary_size = 12;
  settings.character_coverage = 1;
  const std::vector<std::string> lines{"abc def", "gh abc"};
  train_tokenizer(lines, settings, folder / "t.model");
  const Tokenizer tokenizer(folder / "t.model", false);

  const auto first = pair_of(write(folder, "a.en", "ab\n\n  \nabc abc\n"),
                             write(folder, "a.de", "cd\nab\nab\nab\n"));
  const auto second = pair_of(write(folder, "b.en", "de"), write(folder, "b.de", "fg"));
  const ParallelText text = read_parallel_texts({first, second});
  CHECK(text.size() == 5);
  const EncodedText encoded = encode_parallel_text(text, tokenizer, tokenizer, 6);
  CHECK(encoded.examples.size() == 2);
  CHECK(encoded.num_empty == 2);
  CHECK(encoded.num_too_long == 1);
  CHECK(encoded.examples.source(1).back() == tokenizer.eos_id());
}

}  // namespace dragoman
