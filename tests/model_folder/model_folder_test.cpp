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

TEST_CASE("a model folder whose settings contradict each other is damaged") {
  const TemporaryFolder folder;
  const auto reading = [&](const std::string& model) {
    written_file(folder / "config.json", "{\"model\": {\"width\": 128, " + model + "}}");
    return read_folder_settings(folder / "");
  };
  const std::pair<const char*, const char*> wrong[] = {
      {R"("heads": 3)", "model.heads is 3, but must divide model.width (128)"},
      {R"("heads": 256)", "model.heads is 256"},
      {R"("heads": 4, "alignment_heads": 5)", "model.alignment_heads is 5, but model.heads is 4"},
      {R"("alignment_heads": 1, "alignment_layer": 7)", "model.alignment_layer is 7"},
      {R"("alignment_layer": 1)", "model.alignment_heads is 0"}};
  for (const auto& [model, says] : wrong) {
    INFO(model);
    CHECK_THROWS_AS(reading(model), std::runtime_error);
    CHECK_THROWS_WITH(reading(model), ContainsSubstring(says) && ContainsSubstring("/config.json"));
  }
  CHECK(reading(R"("heads": 4, "alignment_heads": 1, "alignment_layer": 6)").model.heads == 4);
}

}  // namespace dragoman
