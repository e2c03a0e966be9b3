#include "app/line_shard.h"

#include <limits>

#include "app/n_best_list.h"
#include "app/raw_pair_reader.h"
#include "app/request_reader.h"
#include "pipe.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

LineShard shard(uint64_t number, uint64_t count) {
  return LineShard(std::to_string(number) + "/" + std::to_string(count));
}

/// The texts and prefixes of all shards, in their order.
std::vector<std::string> requests_of_shards(RequestSources sources, uint64_t count) {
  std::vector<std::string> all;
  for (uint64_t number = 1; number <= count; ++number) {
    sources.shard = shard(number, count);
    RequestReader reader(sources);
    CHECK(reader.lines().begin == all.size());
    for (TranslationRequest request; reader.next(request);) {
      all.push_back(request.text + "|" + request.prefix);
      for (const std::string& phrase : request.phrases) all.back() += "|" + phrase;
      for (const std::string& term : request.terminology->phrases_for(request.text))
        all.back() += "|" + term;
    }
  }
  return all;
}

}  // namespace

TEST_CASE("shards follow each other from the first line to the last, none longer by two") {
  for (const size_t lines : {0, 1, 2, 3, 15, 16, 17, 1000}) {
    for (const uint64_t count : {1, 2, 3, 16, 1001}) {
      size_t next = 0;
      for (uint64_t number = 1; number <= count; ++number) {
        const LineRange range = shard(number, count).of(lines);
        CHECK(range.begin == next);
        CHECK(range.begin == lines * (number - 1) / count);
        CHECK(range.size() >= lines / count);
        CHECK(range.size() <= lines / count + 1);
        next = range.end;
      }
      CHECK(next == lines);
    }
  }
}

TEST_CASE("no number of lines is too large") {
  const size_t most = std::numeric_limits<size_t>::max();
  CHECK(shard(1000000000, 1000000000).of(most).end == most);
  CHECK(shard(1, 2).of(most).end == most / 2);
  CHECK(shard(2, 2).of(most).begin == most / 2);
}

TEST_CASE("the whole has all lines, of any input") {
  const LineShard whole;
  CHECK_FALSE(whole.is_given());
  CHECK(whole.is_last());
  CHECK(whole.of(7).begin == 0);
  CHECK(whole.of(7).end == 7);
  CHECK(whole.in("-").end == SIZE_MAX);
  CHECK_NOTHROW(whole.check_inputs({"-"}));
}

TEST_CASE("what is no shard is an error that says how to write one") {
  for (const std::string text :
       {"", "x", "1", "/", "1/", "/2", "0/3", "4/3", "1/0", "0/0", "1/2/3", "-1/2", "1/-2", "+1/2",
        " 1/2", "1/2 ", "1.0/2", "1/1000000001", "99999999999999999999/99999999999999999999"}) {
    INFO(text);
    CHECK_THROWS_AS(LineShard(text), std::invalid_argument);
    CHECK_THROWS_WITH(LineShard(text), ContainsSubstring("--shard " + text + ": write I/N"));
  }
  CHECK(LineShard("02/16").of(16).begin == 1);
}

TEST_CASE("what can be read only once has no shards, and what is missing is left to the reader") {
  const Pipe pipe;
  for (const std::string& path : {std::string("-"), pipe.path(), std::string("/dev/null")}) {
    CHECK_THROWS_AS(LineShard("1/1").in(path), std::invalid_argument);
    CHECK_THROWS_AS(RequestReader({.input = path, .shard = shard(1, 2)}), std::invalid_argument);
    CHECK_THROWS_AS(RawPairReader({.tsv = path, .shard = shard(1, 2)}), std::invalid_argument);
  }
  CHECK_THROWS_WITH(LineShard("1/2").in("-"), ContainsSubstring("standard input can be read only"));
  CHECK_THROWS_AS(RequestReader({.input = "no such file", .shard = shard(1, 2)}),
                  std::runtime_error);
}

TEST_CASE("a shard's lines keep what belongs to them") {
  const TemporaryFolder folder;
  const RequestSources sources = {
      .input = written_file(folder / "in", "\xef\xbb\xbfone\r\ntwo dogs\n\nfour\nfive"),
      .prefix = written_file(folder / "prefix", "1\n2\n\n4\n5\n"),
      .constraints = written_file(folder / "phrases", "\na\tb\n\n[c]\n\n"),
      .terminology = written_file(folder / "terms", "dogs\tHunde\n")};
  const std::vector<std::string> whole = {"one|1", "two dogs|2|a|b|Hunde", "|", "four|4|[c]",
                                          "five|5"};
  for (const uint64_t count : {1, 2, 3, 5, 16}) CHECK(requests_of_shards(sources, count) == whole);
}

TEST_CASE("files of other lengths are told in every shard") {
  const TemporaryFolder folder;
  const std::string three = written_file(folder / "three", "1\n2\n3\n");
  const std::string four = written_file(folder / "four", "1\n2\n3\n4\n");
  CHECK_THROWS_WITH(RequestReader({.input = four, .prefix = three, .shard = shard(1, 4)}),
                    ContainsSubstring("three' has 3 lines, but "));
  CHECK_THROWS_WITH(RawPairReader({.source = four, .target = three, .shard = shard(1, 4)}),
                    ContainsSubstring("three' has 3;"));
}

TEST_CASE("pairs of a shard come after those before it, which may be left out") {
  const TemporaryFolder folder;
  const std::string tsv = written_file(folder / "pairs", "a\tb\nc\td\ne\tf\ng\th\ni\tj\n");
  const RawPairSources second = {.tsv = tsv, .shard = shard(2, 2)};
  RawPairReader all(second);
  CHECK(all.read_before(1).front().source == "a");
  CHECK(all.read_before(5).front().source == "c");
  CHECK(all.read_before(5).empty());
  const auto pairs = all.read(2);
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].source == "e");
  CHECK(all.read(5).size() == 1);
  CHECK(all.read(5).empty());
  RawPairReader own(second);
  CHECK(own.read(5).size() == 3);
  RawPairReader first({.source = tsv, .target = tsv, .shard = shard(1, 2)});
  CHECK(first.read_before(5).empty());
  CHECK(first.read(5).size() == 2);
  CHECK(first.read(5).empty());
}

TEST_CASE("entries of an n-best list are read for some lines alone") {
  const TemporaryFolder folder;
  const std::string list = written_file(
      folder / "list", "0 ||| a\n0 ||| b\n2 ||| c\n3 ||| d ||| x= 1 ||| 2\n3 ||| e\n4 ||| f\n");
  NBestReader reader(list, {.begin = 1, .end = 4});
  std::string texts;
  for (NBestEntry entry; reader.next(entry);) texts += entry.text;
  CHECK(texts == "cde");
  NBestReader none(list, {.begin = 1, .end = 1});
  NBestEntry entry;
  CHECK_FALSE(none.next(entry));
}

}  // namespace dragoman
