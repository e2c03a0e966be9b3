#include "model_folder/model_folder.h"

#include <stdexcept>

#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("a wrong config.json is damage of its folder, not a mistake of the caller") {
  const TemporaryFolder folder;
  const auto reading = [&](const std::string& config) {
    written_file(folder / "config.json", config);
    return read_folder_settings(folder / "");
  };
  CHECK_THROWS_AS(reading("{"), std::runtime_error);
  CHECK_THROWS_AS(reading(R"({"search": {"beam": -1}})"), std::runtime_error);
  CHECK_THROWS_AS(reading(R"({"search": {"beams": 1}})"), std::runtime_error);
  CHECK_THROWS_WITH(reading(R"({"search": {"beams": 1}})"),
                    ContainsSubstring(" may be of a later version: unknown key `beams` in search"));
  CHECK_THROWS_AS(read_folder_settings(""), std::invalid_argument);
}

}  // namespace dragoman
