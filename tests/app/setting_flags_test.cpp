#include "app/setting_flags.h"

#include "catch.h"

namespace dragoman {
namespace {

/// Returns whether `setting` is on after `flags`. It is `setting` before.
bool after(const std::string& flags, bool setting) {
  CLI::App command;
  add_field_flag(command, setting, any_value(), "shout_loud", "");
  command.parse(flags);
  return setting;
}

TEST_CASE("a flag sets its setting, also to false, and the last one counts") {
  CHECK(after("", true));
  CHECK_FALSE(after("", false));
  CHECK(after("--shout-loud", false));
  CHECK(after("--shout-loud=true", false));
  CHECK_FALSE(after("--shout-loud=false", true));
  CHECK_FALSE(after("--shout-loud --shout-loud=false", true));
  CHECK(after("--shout-loud=false --shout-loud", false));
}

TEST_CASE("a flag's value that is neither true nor false is refused by its name") {
  for (const std::string value : {"xx", "2", "-", "99999999999999999999"})
    CHECK_THROWS_WITH(
        after("--shout-loud=" + value, false),
        ContainsSubstring("--shout-loud is") && ContainsSubstring("must be true or false"));
}

}  // namespace
}  // namespace dragoman
