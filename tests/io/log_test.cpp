#include "io/log.h"

#include <fcntl.h>

#include <algorithm>
#include <array>

#include "catch.h"
#include "io/text_file.h"
#include "pipe.h"

using namespace dragoman;

namespace {

/// Returns what is in the pipe.
std::string taken_from(const Pipe& pipe) {
  ::fcntl(pipe.ends[0], F_SETFL, O_NONBLOCK);
  std::string text;
  std::array<char, 65536> bytes;
  for (ssize_t size; (size = ::read(pipe.ends[0], bytes.data(), bytes.size())) > 0;)
    text.append(bytes.data(), static_cast<size_t>(size));
  return text;
}

}  // namespace

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

TEST_CASE("the log of a service drops the lines that nobody reads, and says how many") {
  const Pipe pipe;
  const Redirected redirected(pipe.ends[1], STDERR_FILENO);
  const Logger log = make_service_logger();
  const std::string line(99, 'a');
  for (int i = 0; i < 2000; ++i) log->info(line);
  std::string text = taken_from(pipe);
  log->error("the reader is back");
  text += taken_from(pipe);
  const auto lines = std::count(text.begin(), text.end(), '\n');
  const auto num_lost = 2000 - (lines - 2);
  CHECK(lines > 10);
  CHECK(num_lost > 10);
  CHECK_THAT(text, Catch::Matchers::EndsWith(line + "\nwarning: " + std::to_string(num_lost) +
                                             " lines are missing here, since nobody read the log\n"
                                             "error: the reader is back\n"));
}

TEST_CASE("a line of a service's log that is longer than a pipe is written piece by piece") {
  const Pipe pipe;
  const Redirected redirected(pipe.ends[1], STDERR_FILENO);
  const Logger log = make_service_logger();
  const std::string line(300'000, 'a');
  log->info(line);
  std::string text;
  for (int i = 0; i < 1000 && text.size() <= line.size(); ++i) {
    text += taken_from(pipe);
    log->info("short");
  }
  CHECK_THAT(text, Catch::Matchers::StartsWith(line + "\n"));
}
