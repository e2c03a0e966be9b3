#include "io/log.h"

#include "catch.h"
#include "io/text_file.h"
#include "pipe.h"

using namespace dragoman;

TEST_CASE("log lines go to stderr as they are, and warnings and errors say what they are") {
  Pipe pipe;
  {
    const Redirected redirected(pipe.ends[1], STDERR_FILENO);
    const Logger log = make_stderr_logger();
    log->debug("not shown");
    log->info("update {} of {}: 100%", 3, 10);
    log->warn("slow");
    log->error("gone");
    make_null_logger()->error("not shown");
  }
  pipe.close_writer();
  CHECK(read_lines(pipe.path()) ==
        std::vector<std::string>{"update 3 of 10: 100%", "warning: slow", "error: gone"});
}
