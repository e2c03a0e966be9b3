#include "catch.h"
#include "model_folder/config.h"

namespace dragoman {

TEST_CASE("terms in training text are refused where they make no sense") {
  const auto load = [](std::vector<std::string> overrides) {
    overrides.push_back("train.schedule=inverse-sqrt");
    overrides.insert(overrides.begin(), "data.terms.rate=0.3");
    return load_config(DRAGOMAN_SOURCE_DIR "/configs/demo.json", overrides);
  };
  const auto refused = [&](const std::vector<std::string>& overrides, const std::string& message) {
    CHECK_THROWS_WITH(load(overrides), ContainsSubstring(message));
  };
  const std::string aligned = "data.train.0.alignment=auto";
  CHECK(load({aligned}).model.alignment_heads == 0);
  refused({}, "has an alignment to find terms by");
  refused({aligned, "data.terms.rate=1.1"}, "data.terms.rate is 1.1");
  refused({aligned, "data.terms.most=0"}, "data.terms.most is 0");
  refused({aligned, "data.terms.lemmas=-"}, "data.terms.lemmas is -");
  refused({aligned, "tokenizer.shared=false"}, "tokenizer.shared is false");
  refused({"model.architecture=language-model", "data.train=[{\"target\": \"a.txt\"}]",
           "data.valid={\"target\": \"b.txt\"}"},
          "leave data.terms out");
  refused({aligned, "data.terms.rate=0"}, "nothing would be guided by it");
}

}  // namespace dragoman
