#include "app/request_reader.h"

#include <zlib.h>

#include "io/block_limit.h"
#include "pipe.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

using Phrases = std::vector<std::string>;

std::vector<TranslationRequest> read_all(const RequestSources& sources) {
  RequestReader reader(sources);
  std::vector<TranslationRequest> all;
  for (TranslationRequest request; reader.next(request);) all.push_back(request);
  return all;
}

/// The phrases of each line of a file with so many input lines.
std::vector<Phrases> phrases_of(const std::string& content, int num_lines) {
  const TemporaryFolder folder;
  std::string input;
  for (int i = 0; i < num_lines; ++i) input += "line\n";
  std::vector<Phrases> phrases;
  for (const TranslationRequest& request :
       read_all({.input = written_file(folder / "in.txt", input),
       .constraints = written_file(folder / "phrases.txt", content)})) {
    phrases.push_back(request.phrases);
  }
  return phrases;
}

void write_gzip(const std::string& path, const std::string& text) {
  const gzFile file = gzopen(path.c_str(), "wb");
  REQUIRE(gzwrite(file, text.data(), static_cast<unsigned>(text.size())) ==
          static_cast<int>(text.size()));
  gzclose(file);
}

}  // namespace

TEST_CASE("long lines and prefixes are read fewer at a time") {
  const TemporaryFolder folder;
  const std::string line(BlockLimit::kMostBytes / 3 + 1, 'x');
  RequestReader reader(
      {.input = written_file(folder / "in.txt", "1\n" + line + "\n3\n"),
       .prefix = written_file(folder / "prefix.txt", line + "\n" + line + "\nlast\n")});
  CHECK(reader.read_available(9).size() == 2);
  const auto rest = reader.read_available(9);
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].text == "3");
  CHECK(rest[0].prefix == "last");
}

TEST_CASE("lines come with their prefixes and phrases") {
  const TemporaryFolder folder;
  const auto requests =
      read_all({.input = written_file(folder / "in.txt", "one\n\nthree"),
                .prefix = written_file(folder / "prefix.txt", "Eins\n\n Drei \n"),
                .constraints = written_file(folder / "phrases.txt", "a b\tc\n\n\td\t \n")});
  REQUIRE(requests.size() == 3);
  CHECK(requests[0].text == "one");
  CHECK(requests[0].prefix == "Eins");
  CHECK(requests[0].phrases == Phrases{"a b", "c"});
  CHECK(requests[1].text.empty());
  CHECK(requests[1].prefix.empty());
  CHECK(requests[1].phrases.empty());
  CHECK(requests[2].prefix == " Drei ");
  CHECK(requests[2].phrases == Phrases{"d"});
}

TEST_CASE("phrases may be JSON, which the first line that is not blank tells") {
  CHECK(phrases_of("\n [\"a\\tb\", \"\", \"ü\"]\n\n{\"text\": 1, \"constraints\": [\"c\"]}\n[]\n",
                   5) == std::vector<Phrases>{{}, {"a\tb", "ü"}, {}, {"c"}, {}});
  CHECK(phrases_of("a\n[b]\n", 2) == std::vector<Phrases>{{"a"}, {"[b]"}});
}

TEST_CASE("JSON of another form is an error with its place") {
  for (const std::string line : {"[1]", "{\"phrases\": []}", "[\"a\"", "plain", "\"a\"", "null"}) {
    CHECK_THROWS_WITH(phrases_of("[]\n" + line + "\n", 2),
                      ContainsSubstring("phrases.txt:2: not JSON of the form"));
  }
  CHECK_THROWS_WITH(phrases_of("[]\n" + std::string(100000, 'x') + "\n", 2),
                    ContainsSubstring(": `" + std::string(80, 'x') + "...`, but the file"));
  CHECK_THROWS_WITH(phrases_of("a\n\xff\n", 2), ContainsSubstring("phrases.txt:2: invalid UTF-8"));
}

TEST_CASE("tabs and JSON in one file are an error with its place") {
  for (const std::string json : {"[\"b\"]", " [\"b\", \"c\"]", "{\"constraints\": [\"b\"]}"}) {
    CHECK_THROWS_WITH(phrases_of("a\tb\n\n" + json + "\n", 3),
                      ContainsSubstring("phrases.txt:3: JSON, but the file begins with phrases "
                                        "separated by tabs"));
  }
  CHECK_THROWS_WITH(phrases_of("[\"a\"]\nb\tc\n", 2),
                    ContainsSubstring("phrases.txt:2: not JSON") &&
                        ContainsSubstring("the file begins with JSON"));
  CHECK(phrases_of("a\n[1]\n", 2) == std::vector<Phrases>{{"a"}, {"[1]"}});
}

TEST_CASE("each line has the terminology, beside its own phrases") {
  const TemporaryFolder folder;
  const auto requests =
      read_all({.input = written_file(folder / "in.txt", "the cat and the dog\nnothing\n"),
                .constraints = written_file(folder / "phrases.txt", "Katze\n\n"),
                .terminology = written_file(folder / "terms.tsv", "cat\tKatze\ndog\tHund\n")});
  REQUIRE(requests.size() == 2);
  CHECK(requests[0].phrases == Phrases{"Katze"});
  CHECK(requests[0].terminology->phrases_for(requests[0].text) == Phrases{"Katze", "Hund"});
  CHECK(requests[1].terminology == requests[0].terminology);
  CHECK(requests[1].phrases.empty());
}

TEST_CASE("other numbers of lines are told before the first line is read") {
  const TemporaryFolder folder;
  const std::string input = written_file(folder / "in.txt", "1\n2\n3\n");
  const std::string shorter = written_file(folder / "short.txt", "1\n2\n");
  CHECK_THROWS_WITH(RequestReader({.input = input, .prefix = shorter}),
                    ContainsSubstring("short.txt' has 2 lines, but ") &&
                        ContainsSubstring("in.txt' has 3; line n of one"));
  write_gzip(folder / "long.gz", "\n\n\n\n");
  CHECK_THROWS_WITH(RequestReader({.input = input, .constraints = folder / "long.gz"}),
                    ContainsSubstring("long.gz' has 4 lines, but "));
  CHECK_NOTHROW(RequestReader({.input = input}));
}

TEST_CASE("where the input is a pipe, other numbers of lines are told at the end of the shorter") {
  const TemporaryFolder folder;
  const std::string two = written_file(folder / "two.txt", "1\n2\n");
  TranslationRequest request;
  Pipe longer;
  longer.send("1\n2\n3\n");
  RequestReader reader({.input = longer.path(), .prefix = two});
  CHECK(reader.next(request));
  CHECK(reader.next(request));
  CHECK_THROWS_WITH(reader.next(request), ContainsSubstring("two.txt' has 2 lines, but ") &&
                                              ContainsSubstring("has at least 3;"));
  Pipe shorter;
  shorter.send("1\n");
  shorter.close_writer();
  RequestReader short_reader({.input = shorter.path(), .constraints = two});
  CHECK(short_reader.next(request));
  CHECK_THROWS_WITH(short_reader.next(request),
                    ContainsSubstring("two.txt' has 2 lines, but ") && ContainsSubstring("has 1;"));
}

TEST_CASE("lines that are typed are given as they come, many at a time where they are there") {
  const TemporaryFolder folder;
  Pipe typed;
  typed.send("1\n2\n");
  RequestReader reader(
      {.input = typed.path(), .prefix = written_file(folder / "prefix.txt", "a\nb\nc\nd\n")});
  const auto first = reader.read_available(10);
  REQUIRE(first.size() == 2);
  CHECK(first[1].prefix == "b");
  CHECK_FALSE(reader.ready());
  typed.send("3\n4\n");
  CHECK(reader.read_available(1).size() == 1);
  typed.close_writer();
  CHECK(reader.read_available(10).front().prefix == "d");
  CHECK(reader.read_available(10).empty());
}

TEST_CASE("standard input can be one file only") {
  CHECK_THROWS_AS(RequestReader({.input = "-", .prefix = "-"}), std::invalid_argument);
  CHECK_THROWS_AS(RequestReader({.input = "none", .prefix = "-", .terminology = "-"}),
                  std::invalid_argument);
}

}  // namespace dragoman
