#include <ATen/ATen.h>

#include <new>
#include <stdexcept>

#include "app/commands.h"
#include "catch.h"

namespace dragoman {
namespace {

/// What `one_line` makes of the error that `fail` throws.
template <typename Fail>
std::string line_of(Fail fail) {
  try {
    fail();
  } catch (const std::exception& error) {
    return one_line(error);
  }
  return "";
}

TEST_CASE("An error is told on one line") {
  CHECK(line_of([] { throw std::runtime_error("first\nsecond"); }) == "first");
  CHECK(line_of([] { TORCH_CHECK(false, "sizes differ"); }) == "sizes differ");
}

TEST_CASE("Too little memory is told with what helps, whoever found out") {
  CHECK_THAT(line_of([] { throw std::bad_alloc(); }), ContainsSubstring("train.batch_tokens"));
  CHECK_THAT(line_of([] { at::empty({int64_t{1} << 58}); }),
             ContainsSubstring("train.batch_tokens"));
}

}  // namespace
}  // namespace dragoman
