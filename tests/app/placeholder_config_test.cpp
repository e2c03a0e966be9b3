#include "catch.h"
#include "model_folder/config.h"

namespace dragoman {

TEST_CASE("placeholders are refused where no model could learn them") {
  const auto refused = [](std::vector<std::string> overrides, const std::string& message) {
    overrides.push_back("train.schedule=inverse-sqrt");
    const std::string path = DRAGOMAN_SOURCE_DIR "/configs/demo.json";
    CHECK_THROWS_WITH(load_config(path, overrides), ContainsSubstring(message));
  };
  refused({"data.placeholders=1.5"}, "data.placeholders is 1.5");
  refused({"data.placeholders=0.1", "tokenizer.type=none"}, "choose another type");
  refused({"data.placeholders=0.1", "model.architecture=language-model",
           "data.train=[{\"target\": \"a.txt\"}]", "data.valid={\"target\": \"b.txt\"}"},
          "a language model does not translate");
  CHECK(load_config(DRAGOMAN_SOURCE_DIR "/configs/demo.json", {"data.placeholders=0.1"})
            .data.placeholders == 0.1);
}

}  // namespace dragoman
