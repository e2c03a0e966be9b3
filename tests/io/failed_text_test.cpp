#include <cerrno>
#include <string>

#include "catch.h"
#include "file_size_limit.h"
#include "injected_failure.h"
#include "io/atomic_file.h"
#include "io/text_file.h"
#include "temporary_folder.h"

namespace dragoman {

TEST_CASE("a full disk leaves the whole lines of a text, and the error says where") {
  const TemporaryFolder folder;
  const std::string path = folder / "out", part = path + ".dragoman-part";
  const auto write = [&](size_t room) {
    TextWriter writer(path, TextWriter::IfFailed::kKeepLines);
    const FileSizeLimit full(room);
    for (const char* line : {"one", "two", "three"}) writer.write_line(line);
    writer.close();
  };
  CHECK_THROWS_WITH(write(11), ContainsSubstring("; the first 2 lines are in '" + part + "'"));
  CHECK(read_file(part) == "one\ntwo\n");
  CHECK_THROWS_WITH(write(4), ContainsSubstring("; the first line is in '" + part + "'"));
  CHECK(read_file(part) == "one\n");
  CHECK_THROWS_WITH(write(3), !ContainsSubstring("line"));
  CHECK(folder.num_entries() == 0);
  write(14);
  CHECK(read_file(path) == "one\ntwo\nthree\n");
  CHECK(folder.num_entries() == 1);
}

TEST_CASE("a full disk leaves nothing of a compressed text") {
  const TemporaryFolder folder;
  const auto write = [&] {
    TextWriter writer(folder / "out.gz", TextWriter::IfFailed::kKeepLines);
    const FileSizeLimit full(5);
    writer.write_line("line");
    writer.close();
  };
  CHECK_THROWS_WITH(write(), ContainsSubstring("File too large"));
  CHECK(folder.num_entries() == 0);
}

TEST_CASE("a text that cannot be flushed to disk stays, and the error says where") {
  const TemporaryFolder folder;
  const std::string part = folder / "out.dragoman-part";
  {
    TextWriter writer(folder / "out", TextWriter::IfFailed::kKeepLines);
    writer.write_line("one");
    const InjectedFailure failing(SystemCall::kFsync, EIO);
    CHECK_THROWS_WITH(writer.close(), ContainsSubstring("line is in '" + part + "'"));
  }
  CHECK(read_file(part) == "one\n");
}

TEST_CASE("flushing to disk goes on after a signal that interrupted it") {
  const TemporaryFolder folder;
  TextWriter writer(folder / "out");
  writer.write_line("one");
  const InjectedFailure interrupted(SystemCall::kFsync, EINTR, /*times=*/2);
  writer.close();
  CHECK(read_file(folder / "out") == "one\n");
}

TEST_CASE("a file system that cannot flush files to disk takes texts, too") {
  const TemporaryFolder folder;
  TextWriter writer(folder / "out");
  writer.write_line("one");
  {
    const InjectedFailure missing(SystemCall::kFsync, GENERATE(EINVAL, ENOTSUP));
    writer.close();
  }
  CHECK(read_file(folder / "out") == "one\n");
}

}  // namespace dragoman
