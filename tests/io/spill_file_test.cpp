#include "io/spill_file.h"

#include "catch.h"

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

TEST_CASE("a spill file may stay empty") { CHECK(SpillFile().map()->bytes().empty()); }

}  // namespace dragoman
