#include "catch.h"
#include "model_folder/config.h"

namespace dragoman {

TEST_CASE("shares of text in other case are refused where they make no sense") {
  const auto refused = [](std::vector<std::string> overrides, const std::string& message) {
    overrides.push_back("train.schedule=inverse-sqrt");
    const std::string path = DRAGOMAN_SOURCE_DIR "/configs/demo.json";
    CHECK_THROWS_WITH(load_config(path, overrides), ContainsSubstring(message));
  };
  refused({"data.augment.upper=0.6", "data.augment.title=0.5"}, "more than 1");
  refused({"data.augment.upper=-0.1"}, "data.augment.upper is -0.1");
  refused({"data.augment.lower=0.1", "tokenizer.lowercase=true"}, "tokenizer.lowercase is true");
  refused({"data.augment.title=0.1", "data.layout=stream", "model.architecture=language-model",
           "tokenizer.keep_whitespace=true", "data.train=[{\"target\": \"a.txt\"}]",
           "data.valid={\"target\": \"b.txt\"}"},
          "leave out data.augment");
}

}  // namespace dragoman
