#include "catch.h"
#include "program.h"

namespace dragoman {

TEST_CASE("text with faults is told with what mends it") {
  const TemporaryFolder folder;
  write_text(folder / "same", "");
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    write_text(folder / "same", content_of(folder / "same") + number + "\t" + number + "\n");
  }
  const auto said_of = [&](const std::string& name, const std::string& options = "") {
    return run_program("filter --tsv " + quoted(folder / name) + options).err;
  };
  CHECK_THAT(said_of("same"),
             ContainsSubstring("20 of 20 pairs have the same text on both sides") &&
                 ContainsSubstring("same --identical >NEW.tsv"));
  CHECK(count_lines(said_of("same", " --identical")) == 1);
}

}  // namespace dragoman
