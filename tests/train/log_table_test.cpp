#include "train/log_table.h"

#include <filesystem>

#include "captured_stderr.h"
#include "catch.h"
#include "file_size_limit.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("a table that goes on keeps its rows up to the update, under the new columns") {
  const TemporaryFolder folder;
  const std::string path =
      written_file(folder / "t.tsv", "update\told\tloss\n2\ta\t0.5\n4\tb\t0.25\n6\tc\t0.1\n");
  LogTable table(path, "update\tloss\tnew", 4, make_null_logger());
  table.append("5\t0.2\tx");
  CHECK(read_file(path) == "update\tloss\tnew\n2\t0.5\t\n4\t0.25\t\n5\t0.2\tx\n");
}

TEST_CASE("a table that goes on drops a last row that was cut off") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "t.tsv", "update\tloss\n60\t0.5\n6");
  const LogTable table(path, "update\tloss", 70, make_null_logger());
  CHECK(read_file(path) == "update\tloss\n60\t0.5\n");
}

TEST_CASE("rows that the disk does not take are written with the next") {
  const TemporaryFolder folder;
  const std::string path = folder / "t.tsv";
  LogTable table(path, "update\tloss", 0, make_stderr_logger());
  table.append("1\t0.5");
  const std::string said = captured_stderr([&] {
    const FileSizeLimit full(20);
    table.append("2\t0.25");
    table.append("3\t0.125");
  });
  CHECK_THAT(said, ContainsSubstring(path + " (File too large); the next row tries again"));
  CHECK(read_file(path) == "update\tloss\n1\t0.5\n");
  table.append("4\t0.1");
  CHECK(read_file(path) == "update\tloss\n1\t0.5\n2\t0.25\n3\t0.125\n4\t0.1\n");
}

TEST_CASE("rows that the disk did not take are written at the end, or counted there") {
  const TemporaryFolder folder;
  const std::string path = folder / "t.tsv";
  LogTable table(path, "update\tloss", 0, make_stderr_logger());
  const std::string said = captured_stderr([&] {
    const FileSizeLimit full(20);
    table.append("1\t0.123456789");
    table.append("2\t0.25");
    table.finish();
  });
  CHECK_THAT(said, ContainsSubstring(path + " lacks its last 2 rows, which could not be written"));
  CHECK(captured_stderr([&] { table.finish(); }).empty());
  CHECK(read_file(path) == "update\tloss\n1\t0.123456789\n2\t0.25\n");
}

TEST_CASE("a table that cannot be read is not begun anew") {
  const TemporaryFolder folder;
  const std::string path = folder / "t.tsv";
  std::filesystem::create_directory(path);
  const auto go_on = [&] { const LogTable table(path, "update", 4, make_null_logger()); };
  CHECK_THROWS_WITH(go_on(), ContainsSubstring("cannot read '" + path + "'"));
}

TEST_CASE("a table that is moved away goes on in a new file, under its header") {
  const TemporaryFolder folder;
  const std::string path = folder / "t.tsv";
  LogTable table(path, "update\tloss", 0, make_null_logger());
  table.append("1\t0.5");
  std::filesystem::rename(path, folder / "moved.tsv");
  {
    const FileSizeLimit full(3);
    table.append("2\t0.25");
  }
  table.append("3\t0.125");
  CHECK(read_file(path) == "update\tloss\n2\t0.25\n3\t0.125\n");
}

}  // namespace dragoman
