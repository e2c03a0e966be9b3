#include "io/open_plugin.h"

#include "catch.h"
#include "io/build_id.h"

namespace dragoman {

TEST_CASE("a plugin of another build is refused") {
  const PluginName name{.library = "libplugin_of_other_build.so",
                        .entry = "dragoman_test_plugin",
                        .absence = "",
                        .needs = ""};
  const auto message = ContainsSubstring(
      "libplugin_of_other_build.so is of another build than the program or libdragoman.so: "
      "install the program and all libraries of one build");
  CHECK_THROWS_WITH(open_plugin(name, build_id), message);
  CHECK_THROWS_WITH(open_plugin(name, "another build"), message);  // the caller is, too
}

TEST_CASE("errors about a missing plugin say what to install") {
  const PluginName name{
      .library = "libnone.so", .entry = "", .absence = "charts need it", .needs = ""};
  CHECK_THROWS_WITH(open_plugin(name, build_id),
                    ContainsSubstring("/dragoman/libnone.so is missing: charts need it"));
}

}  // namespace dragoman
