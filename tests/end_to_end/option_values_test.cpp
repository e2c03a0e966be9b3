#include <filesystem>

#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

std::string run() { return quoted(TinyRun::get().run()); }

}  // namespace

TEST_CASE("a model folder may have a name in brackets, and a list of several") {
  const TemporaryFolder folder;
  for (const char* const name : {"[a]", "[a,b]"})
    std::filesystem::copy(TinyRun::get().run(), folder / name,
                          std::filesystem::copy_options::recursive);
  const auto translate_by = [&](const std::string& runs) {
    return run_bash("cd " + quoted(folder.path()) + "\necho The dog. | $dragoman translate " +
                    runs);
  };
  const std::string one = translate_by(run()).out;
  CHECK(one.size() > 1);
  CHECK(translate_by("'[a]'").out == one);
  CHECK(translate_by("--markup-sentences=false '[a,b]'").out == one);
  check_error(translate_by("'[a]' --suppress '[x]'"), 2, "names `[x]`");
  CHECK(translate_by("'[a]' '[a,b]'").out == translate_by(run() + " " + run()).out);
}

}  // namespace dragoman
