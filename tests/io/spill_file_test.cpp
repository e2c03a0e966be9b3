#include "io/spill_file.h"

#include <cstdlib>
#include <string>

#include "catch.h"
#include "file_size_limit.h"

namespace dragoman {

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
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("TMPDIR", "/no/such/folder", 1);
  CHECK_THROWS_WITH(SpillFile(), ContainsSubstring("set TMPDIR to another folder"));
  before != nullptr ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
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
