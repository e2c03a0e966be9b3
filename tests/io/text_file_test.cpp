#include "io/text_file.h"

#include <unistd.h>
#include <zlib.h>

#include "catch.h"
#include "io/atomic_file.h"
#include "pipe.h"
#include "temporary_folder.h"
#include "written_file.h"

using namespace dragoman;

namespace {

using Lines = std::vector<std::string>;

/// Compressed by zlib itself.
std::string gzipped(const std::string& path, const std::string& content) {
  const gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  gzclose(file);
  return path;
}

/// Bytes that compress badly, in lines, so that a compressed file has many blocks.
std::string long_text(size_t num_lines) {
  std::string text;
  uint32_t state = 7;
  for (size_t i = 0; i < num_lines; ++i) {
    state = state * 1664525 + 1013904223;
    text += std::to_string(i) + " " + std::to_string(state) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("lines end at LF only, less one CR, and a last one needs no end") {
  const TemporaryFolder folder;
  CHECK(read_lines(written_file(folder / "a", "one\ntwo\r\n\nthree\r\r\n\rfour")) ==
        Lines{"one", "two", "", "three\r", "\rfour"});
  CHECK(read_lines(written_file(folder / "b", "a\n")) == Lines{"a"});
  CHECK(read_lines(written_file(folder / "c", "\n")) == Lines{""});
  CHECK(read_lines(written_file(folder / "d", "")).empty());
  CHECK(read_lines(written_file(folder / "e", "x\x0By\x0Cz\xC2\x85w\xE2\x80\xA8v\n")).size() == 1);
}

TEST_CASE("a byte order mark is removed at the start of a file and nowhere else") {
  const TemporaryFolder folder;
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(read_lines(written_file(folder / "a", mark + "x\n" + mark + "y\n")) ==
        Lines{"x", mark + "y"});
  CHECK(read_lines(written_file(folder / "b", mark + "\n")) == Lines{""});
  CHECK(read_lines(written_file(folder / "c", mark)).empty());
  CHECK(read_lines(gzipped(folder / "d", mark + "x")) == Lines{"x"});
}

TEST_CASE("lines may hold NUL bytes and be of any length") {
  const TemporaryFolder folder;
  const std::string with_nul("a\0b\0", 4);
  const std::string longest(1'000'000, 'x');
  const std::string path = written_file(folder / "a", with_nul + "\n" + longest + "\nend");
  CHECK(read_lines(path) == Lines{with_nul, longest, "end"});
}

TEST_CASE("a line beyond the limit is an error with its place, and fills no memory") {
  constexpr size_t kMebibyte = 1 << 20;
  const TemporaryFolder folder;
  const std::string line(kMebibyte - 1, 'x');
  LineReader reader(written_file(folder / "a", line + "\n" + line + "\n"), kMebibyte);
  std::string read;
  CHECK((reader.next(read) && reader.next(read) && !reader.next(read)));
  LineReader endless("/dev/zero", kMebibyte);
  CHECK_THROWS_WITH(endless.next(read),
                    "/dev/zero:1: a line of more than 1 MiB: is this a text file?");
}

TEST_CASE("gzip is told by content, with several members and padding") {
  const TemporaryFolder folder;
  const std::string text = long_text(100'000);
  const Lines expected = read_lines(written_file(folder / "plain", text));
  REQUIRE(expected.size() == 100'000);
  CHECK(read_lines(gzipped(folder / "named_otherwise", text)) == expected);

  const std::string first = read_file(gzipped(folder / "1", text.substr(0, 777'777)));
  const std::string second = read_file(gzipped(folder / "2", text.substr(777'777)));
  const std::string empty = read_file(gzipped(folder / "3", ""));
  CHECK(read_lines(written_file(folder / "all", first + empty + second)) == expected);
  CHECK(read_lines(written_file(folder / "pad", first + second + std::string(512, '\0'))) ==
        expected);
  CHECK(read_lines(gzipped(folder / "repetitive", std::string(5'000'000, '\n'))).size() ==
        5'000'000);
}

TEST_CASE("a gzip file that is cut short anywhere or altered is an error that names it") {
  const TemporaryFolder folder;
  const std::string whole = read_file(gzipped(folder / "whole", long_text(200)));
  for (size_t length = 2; length < whole.size(); ++length) {
    const std::string path = written_file(folder / "cut.gz", whole.substr(0, length));
    CHECK_THROWS_WITH(read_lines(path), ContainsSubstring("cut.gz") && ContainsSubstring("short"));
  }
  std::string altered = whole;
  altered[whole.size() / 2] ^= 0x40;
  CHECK_THROWS_WITH(read_lines(written_file(folder / "bad.gz", altered)),
                    ContainsSubstring("bad.gz") && ContainsSubstring("corrupt"));
  CHECK_THROWS_WITH(read_lines(written_file(folder / "tail.gz", whole + "junk")),
                    ContainsSubstring("tail.gz") && ContainsSubstring("corrupt"));
}

TEST_CASE("a compressed file that is not gzip is an error that says how to decompress it") {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& bytes, const std::string& command) {
    const std::string path = written_file(folder / "a", bytes);
    CHECK_THROWS_WITH(read_lines(path), ContainsSubstring("/a' is compressed by ") &&
                                            ContainsSubstring("first: " + command + " " + path));
    CHECK_THROWS_WITH(count_lines(path), ContainsSubstring("/a' is compressed by "));
  };
  check("\x28\xB5\x2F\xFD\x24\n\n", "zstd -dc");
  check(std::string("\xFD\x37zXZ\0\0\n", 8), "xz -dc");
  check("BZh91AY&SY\n", "bzip2 -dc");
  check("BZh11AY&SY", "bzip2 -dc");
  check("PK\x03\x04\x14\n", "unzip");
  for (const std::string text : {"BZh", "BZh9 PK 7zXZ", "x\nPK\x03\x04"})
    CHECK_NOTHROW(read_lines(written_file(folder / "a", text)));
}

TEST_CASE("a document of a spreadsheet or word processor is an error that says how to save it") {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& first_member, const auto& says) {
    const std::string header = "PK\x03\x04" + std::string(13, '\n') + std::string(13, '\0');
    CHECK_THROWS_WITH(read_lines(written_file(folder / "a", header + first_member + "...")), says);
  };
  const auto is_document =
      ContainsSubstring("/a' is a document of a spreadsheet or word processor");
  check("[Content_Types].xml", is_document && ContainsSubstring("save it there as text in UTF-8"));
  check("xl/workbook.xml", is_document);
  check("mimetypeapplication/vnd.oasis.opendocument.spreadsheet", is_document);
  for (const std::string name : {"deu.txt", "mimetypeapplication/epub+zip", ""})
    check(name, ContainsSubstring("/a' is compressed by zip; decompress it first: unzip "));
}

TEST_CASE("one byte is a plain file even if it is the first one of gzip's magic number") {
  const TemporaryFolder folder;
  CHECK(read_lines(written_file(folder / "a", "\x1f")) == Lines{"\x1f"});
}

TEST_CASE("a missing file and a folder are errors that say what to do") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(LineReader(folder / "x.en"),
                    ContainsSubstring("cannot open") && ContainsSubstring("x.en") &&
                        ContainsSubstring("No such file or directory; check the path"));
  CHECK_THROWS_WITH(LineReader(folder.path()), ContainsSubstring("it is a folder"));
}

TEST_CASE("a reader says which line it gave last, and the place of invalid UTF-8") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "a", "one\nt\xFFo\n");
  LineReader reader(path);
  CHECK(reader.path() == path);
  CHECK(reader.line_number() == 0);
  std::string line;
  REQUIRE(reader.next(line));
  REQUIRE(reader.next(line));
  CHECK(reader.line_number() == 2);
  CHECK_FALSE(reader.next(line));
  CHECK_FALSE(reader.next(line));
  CHECK(reader.line_number() == 2);
  CHECK_THROWS_WITH(read_valid_lines(path), ContainsSubstring(path + ":2: invalid UTF-8"));
  CHECK(read_valid_lines(written_file(folder / "b", "ü\n")) == Lines{"ü"});
}

TEST_CASE("a reader of a pipe is ready when a whole line or the end has come") {
  Pipe pipe;
  LineReader reader(pipe.path());
  CHECK_FALSE(reader.ready());
  pipe.send("one\ntwo\nthr");
  std::string line;
  CHECK(reader.ready());
  REQUIRE(reader.next(line));
  CHECK(line == "one");
  CHECK(reader.ready());
  REQUIRE(reader.next(line));
  CHECK_FALSE(reader.ready());
  pipe.send("ee\n");
  CHECK(reader.ready());
  REQUIRE(reader.next(line));
  CHECK(line == "three");
  CHECK_FALSE(reader.ready());
  pipe.close_writer();
  CHECK(reader.ready());
  CHECK_FALSE(reader.next(line));
}

TEST_CASE("stdin is read, plain and gzip, a byte at a time too") {
  const TemporaryFolder folder;
  const std::string gzip = read_file(gzipped(folder / "a", "one\ntwo\n"));
  for (const std::string& content : {std::string("one\ntwo\n"), gzip}) {
    Pipe pipe;
    const Redirected redirected(pipe.ends[0], STDIN_FILENO);
    LineReader reader("-");
    for (const char byte : content) {
      CHECK((!reader.ready() || reader.line_number() == 0));
      pipe.send({byte});
    }
    pipe.close_writer();
    std::string line;
    REQUIRE(reader.next(line));
    CHECK(line == "one");
    REQUIRE(reader.next(line));
    CHECK(line == "two");
    CHECK_FALSE(reader.next(line));
  }
}

TEST_CASE("lines of regular files are counted as they are read, those of pipes are not") {
  const TemporaryFolder folder;
  CHECK(count_lines(written_file(folder / "a", "1\n2\n\n3")) == 4U);
  CHECK(count_lines(written_file(folder / "empty", "")) == 0U);
  const Pipe pipe;
  CHECK_FALSE(count_lines(pipe.path()).has_value());
  CHECK_FALSE(count_lines("-").has_value());
}
