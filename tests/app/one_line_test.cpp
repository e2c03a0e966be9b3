#include <filesystem>
#include <new>
#include <stdexcept>
#include <thread>

#include "app/commands.h"
#include "catch.h"
#include "no_more_threads.h"

namespace dragoman {
namespace {

/// What `one_line` makes of the error that `fail` throws.
template <typename Fail>
std::string line_of(Fail fail, const std::string& command = "train") {
  try {
    fail();
  } catch (const std::exception& error) {
    return one_line(error, command);
  }
  return "";
}

TEST_CASE("An error is told on one line") {
  CHECK(line_of([] { throw std::runtime_error("first\nsecond"); }) == "first");
}

TEST_CASE("Too little memory is told with what helps, whoever found out") {
  CHECK_THAT(line_of([] { throw std::bad_alloc(); }), ContainsSubstring("--set train.parts=16"));
  for (const char* text :
       {"[enforce fail at alloc_cpu.cpp:117] . DefaultCPUAllocator: can't allocate memory: you "
        "tried to allocate 8 bytes",
        "CUDA out of memory. Tried to allocate 2.00 GiB"}) {
    CHECK_THAT(line_of([&] { throw std::runtime_error(text); }),
               ContainsSubstring("--set train.parts=16") && ContainsSubstring(text));
  }
}

TEST_CASE("Too little memory is told with settings of the command alone") {
  const auto fail = [] { throw std::bad_alloc(); };
  CHECK_THAT(line_of(fail, "train"), !ContainsSubstring("--batch-tokens"));
  CHECK_THAT(line_of(fail, "translate"),
             ContainsSubstring("--batch-tokens 512") && !ContainsSubstring("train."));
  CHECK_THAT(line_of(fail, "tokenizer"), Catch::Matchers::EndsWith("]"));
}

TEST_CASE("A library that can start no thread is told with what to do") {
  const NoMoreThreads none;
  CHECK_THAT(line_of([] { const std::jthread thread([] {}); }),
             ContainsSubstring("cannot start a thread: Resource temporarily unavailable") &&
                 ContainsSubstring("(ulimit -u)") && ContainsSubstring("(ulimit -v)"));
}

TEST_CASE("A folder that cannot be entered is told with what to do") {
  CHECK(line_of([] {
          throw std::filesystem::filesystem_error(
              "status", "place/run", std::make_error_code(std::errc::permission_denied));
        }) == "cannot access 'place/run': Permission denied; check the permissions");
  CHECK(line_of([] {
          throw std::filesystem::filesystem_error("status", "place/run",
                                                  std::make_error_code(std::errc::io_error));
        }) == "cannot access 'place/run': Input/output error; check the path");
}

}  // namespace
}  // namespace dragoman
