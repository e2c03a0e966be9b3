#include "app/translation_progress.h"

#include "captured_stderr.h"
#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("progress counts lines, of how many if the input is a file") {
  const TemporaryFolder folder;
  const std::string input = written_file(folder / "in.txt", "1\n2\n3\n4");
  const std::string text = captured_stderr([&] {
    TranslationProgress progress(true, input);
    progress.add(1);
    progress.add(1);  // not due yet
    progress.clear();
  });
  CHECK(text.starts_with("\r[======>                 ]  25 % 1/4 lines, "));
  CHECK_THAT(text, ContainsSubstring(" lines/s 0:00:0") && ContainsSubstring(" left\x1b[K"));
  CHECK(text.find("2/4") == std::string::npos);
  CHECK(text.ends_with("\r\x1b[K"));
}

TEST_CASE("progress of a shard counts the shard's lines") {
  const TemporaryFolder folder;
  const std::string input = written_file(folder / "in.txt", "1\n2\n3\n4");
  const std::string text = captured_stderr([&] {
    TranslationProgress progress(true, input, LineShard("2/2"));
    progress.add(1);
  });
  CHECK_THAT(text, ContainsSubstring(" 50 % 1/2 lines, "));
}

TEST_CASE("progress of a pipe has no end") {
  const Pipe pipe;
  const std::string text = captured_stderr([&] {
    TranslationProgress progress(true, pipe.path());
    progress.add(7);
  });
  CHECK(text.starts_with("\r7 lines, "));
  CHECK(text.find("left") == std::string::npos);
}

TEST_CASE("nothing is shown where no one looks, and no line is counted") {
  const std::string text = captured_stderr([] {
    CHECK_FALSE(shows_translation_progress("out.txt"));  // stderr is a pipe here
    TranslationProgress progress(false, "no such file");
    progress.add(7);
    progress.clear();
  });
  CHECK(text.empty());
}

}  // namespace dragoman
