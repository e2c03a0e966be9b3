#include "catch.h"
#include "program.h"

namespace dragoman {

TEST_CASE("text of another encoding, or with faults, is told with what mends it") {
  const TemporaryFolder folder;
  std::string latin1, same;
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    latin1 += number + (i % 2 == 0 ? "\tgro\xdf\n" : "\tklein\n");
    same += number + "\t" + number + "\n";
  }
  write_text(folder / "latin1", latin1);
  write_text(folder / "same", same);
  const auto said_of = [&](const std::string& name, const std::string& options = "") {
    return run_program("filter --tsv " + quoted(folder / name) + options).err;
  };
  CHECK_THAT(said_of("latin1"),
             ContainsSubstring("latin1: 10 of 20 pairs are dropped as invalid UTF-8") &&
                 ContainsSubstring("`iconv -f LATIN1 -t UTF-8 FILE >NEW`"));
  CHECK_THAT(said_of("same"),
             ContainsSubstring("20 of 20 pairs have the same text on both sides") &&
                 ContainsSubstring("same --identical >NEW.tsv"));
  CHECK(count_lines(said_of("same", " --identical")) == 1);
}

}  // namespace dragoman
