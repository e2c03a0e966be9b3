#include "catch.h"
#include "model_folder/config.h"

namespace dragoman {
namespace {

// The shipped configuration of a language model, changed as `overrides` say.
Config changed(const std::vector<std::string>& overrides) {
  return load_config(DRAGOMAN_SOURCE_DIR "/configs/language_model.json", overrides);
}

}  // namespace

TEST_CASE("config: an example of a language model may be as long as its context") {
  CHECK_NOTHROW(changed({"data.max_length=48", "model.max_length=48"}));
  CHECK_THROWS_WITH(
      changed({"data.max_length=64", "model.max_length=48"}),
      ContainsSubstring("data.max_length is 64, more than model.max_length (48); lower"));
}

TEST_CASE("config: all learned positions of a stream's context are trained") {
  CHECK_THROWS_WITH(changed({"model.max_length=128"}),
                    ContainsSubstring("model.max_length (128) is more than data.max_length (64)"));
  CHECK_NOTHROW(changed({"model.max_length=128", "model.positions=sinusoidal"}));
  CHECK_NOTHROW(changed({"model.max_length=128", "data.layout=lines"}));
  CHECK_NOTHROW(changed({"model.max_length=128", "train.from=run"}));
}

TEST_CASE("config: a language model takes no settings of sources") {
  for (const std::string key :
       {"data.max_ratio", "data.source_word_dropout", "train.alignment_weight"}) {
    CHECK_THROWS_WITH(changed({key + "=0.5"}),
                      ContainsSubstring(key + " is set, but a language model has no source"));
  }
  CHECK_NOTHROW(changed({"data.max_ratio=0", "train.alignment_weight=0.05"}));
  CHECK_NOTHROW(changed({"data.target_word_dropout=0.5"}));
}

}  // namespace dragoman
