#include "io/progress_bar.h"

#include "captured_stderr.h"
#include "catch.h"

namespace dragoman {
namespace {

using std::chrono::hours;

}  // namespace

TEST_CASE("a bar shows the share of the work that is done, and goes away") {
  const std::string text = captured_stderr([] {
    ProgressBar bar(true, 0, 200, hours(0));
    bar.draw(50, "things");
    bar.clear();
    bar.clear();
  });
  CHECK(text == "\r[======>                 ]  25 % 50/200 things\x1b[K\r\x1b[K");
}

TEST_CASE("where the end is unknown there is a count without a bar") {
  const std::string text = captured_stderr([] {
    ProgressBar bar(true, 0, 0, hours(0));
    bar.draw(50, "things");
    CHECK(bar.time_left(50).empty());
  });
  CHECK(text == "\r50 things\x1b[K\r\x1b[K");
}

TEST_CASE("a line of progress fits into the columns of the terminal") {
  CHECK(progress_line(50, 200, "things", 1000) == "[======>                 ]  25 % 50/200 things");
  CHECK(progress_line(50, 200, "things", 46) == progress_line(50, 200, "things", 1000));
  CHECK(progress_line(50, 200, "things", 35) == "[===>         ]  25 % 50/200 things");
  CHECK(progress_line(50, 200, "things", 26) == "[=>  ]  25 % 50/200 things");
  CHECK(progress_line(50, 200, "things", 25) == " 25 % 50/200 things");
  CHECK(progress_line(50, 200, "grün", 16) == " 25 % 50/200 grü");
  CHECK(progress_line(50, 0, "grün", 6) == "50 grü");
  CHECK(progress_line(50, 200, "things", 0).empty());
}

TEST_CASE("a bar is due at once, then not before the interval has passed, and never if not shown") {
  captured_stderr([] {
    ProgressBar bar(true, 0, 2, hours(1));
    CHECK(bar.due());
    bar.draw(1, "");
    CHECK_FALSE(bar.due());
  });
  const std::string text = captured_stderr([] {
    ProgressBar bar(false, 0, 2, hours(0));
    CHECK_FALSE(bar.due());
    bar.draw(1, "");
    bar.clear();
  });
  CHECK(text.empty());
}

TEST_CASE("the time left is known once something is done") {
  const ProgressBar bar(false, 10, 20, hours(0));
  CHECK(bar.time_left(10).empty());
  CHECK(bar.time_left(20) == " 0:00:00 left");
  CHECK(estimated_time_left(90, 1, 61) == " 1:31:30 left");
}

}  // namespace dragoman
