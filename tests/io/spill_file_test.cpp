#include "io/spill_file.h"

#include <cstdlib>
#include <optional>
#include <string>

#include "catch.h"
#include "file_size_limit.h"

namespace dragoman {
namespace {

/// Sets TMPDIR while it lives.
class TemporaryFilesIn {
 public:
  explicit TemporaryFilesIn(const char* folder) {
    if (const char* const before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", folder, 1);
  }
  ~TemporaryFilesIn() { before_ ? ::setenv("TMPDIR", before_->c_str(), 1) : ::unsetenv("TMPDIR"); }
  TemporaryFilesIn(const TemporaryFilesIn&) = delete;
  TemporaryFilesIn& operator=(const TemporaryFilesIn&) = delete;

 private:
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("a spill file gives back what was written") {
  SpillFile file;
  std::string all;
  for (int i = 0; i < 300000; ++i) {
    const std::string number = std::to_string(i);
    file.write(number);
    all += number;
  }
  CHECK(file.map()->bytes() == all);
}

TEST_CASE("a spill file whose folder does not exist is an error that names TMPDIR") {
  const TemporaryFilesIn named("/no/such/folder");
  CHECK_THROWS_WITH(SpillFile(), ContainsSubstring("in '/no/such/folder' (TMPDIR=FOLDER chooses"));
}

TEST_CASE("an empty TMPDIR names no folder") {
  const TemporaryFilesIn named("");
  CHECK(SpillFile().map()->bytes().empty());
}

TEST_CASE("a spill file stays unusable after a failed write") {
  SpillFile file;
  {
    const FileSizeLimit limit(1000);
    CHECK_THROWS_WITH(file.write(std::string(2 << 20, 'a')), ContainsSubstring("cannot write"));
  }
  CHECK_THROWS_WITH(file.write("b"), ContainsSubstring("is incomplete"));
  CHECK_THROWS_WITH(file.map(), ContainsSubstring("start again"));
}

TEST_CASE("a spill file may stay empty") { CHECK(SpillFile().map()->bytes().empty()); }

}  // namespace dragoman
