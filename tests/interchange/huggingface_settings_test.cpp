#include "interchange/huggingface_settings.h"

#include <nlohmann/json.hpp>

#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

const Json kConfig{{"model_type", "marian"}, {"architectures", {"MarianMTModel"}}};

HuggingFaceSettings settings_of(const Json& generation) {
  const TemporaryFolder folder;
  const HuggingFacePaths paths(folder.path());
  written_file(paths.config(), kConfig.dump());
  written_file(paths.generation_config(), generation.dump());
  return read_huggingface_settings(paths);
}

}  // namespace

TEST_CASE("settings of decoding that are not imported are named if they have an effect") {
  const Json generation{{"encoder_no_repeat_ngram_size", 1},
                        {"encoder_repetition_penalty", 1.5},
                        {"exponential_decay_length_penalty", {4, 1.5}},
                        {"sequence_bias", {{{5}, -10.0}}},
                        {"num_beam_groups", 2}};
  const std::vector<std::string> names{"encoder_no_repeat_ngram_size", "encoder_repetition_penalty",
                                       "exponential_decay_length_penalty", "num_beam_groups",
                                       "sequence_bias"};
  CHECK(settings_of(generation).others == names);
  const Json neutral{{"encoder_no_repeat_ngram_size", 0},
                     {"encoder_repetition_penalty", 1},
                     {"exponential_decay_length_penalty", nullptr},
                     {"sequence_bias", Json::array()},
                     {"num_beam_groups", 1.0},
                     {"token_healing", false},
                     {"unheard_of", 3}};
  CHECK(settings_of(neutral).others.empty());

  // In an older folder, config.json has them.
  const TemporaryFolder folder;
  const HuggingFacePaths paths(folder.path());
  Json config = kConfig;
  config.update(generation);
  written_file(paths.config(), config.dump());
  CHECK(read_huggingface_settings(paths).others == names);
}

TEST_CASE("an id may be a list of one, and early_stopping may be never") {
  const HuggingFaceSettings settings =
      settings_of({{"eos_token_id", {7}}, {"suppress_tokens", {7}}, {"early_stopping", "never"}});
  CHECK(settings.generation.eos_token_id == 7);
  CHECK(settings.generation.suppress_tokens == std::vector<int64_t>{7});
  CHECK_FALSE(settings.generation.early_stopping);
  CHECK(settings_of({{"early_stopping", true}}).generation.early_stopping);
  CHECK_THROWS_WITH(
      settings_of({{"eos_token_id", {7, 8}}}),
      ContainsSubstring("eos_token_id is [7,8]") && ContainsSubstring("give the id of </s> alone"));
}

TEST_CASE("damaged settings of a foreign folder are to be copied again") {
  for (const char* name : {"config.json", "generation_config.json", "tokenizer_config.json"}) {
    for (const char* content : {"{\"model_type\": ", "[]"}) {
      const TemporaryFolder folder;
      written_file(folder / "config.json", kConfig.dump());
      written_file(folder / name, content);
      CHECK_THROWS_WITH(read_huggingface_settings(HuggingFacePaths(folder.path())),
                        ContainsSubstring(name) && ContainsSubstring("copy it again") &&
                            !ContainsSubstring("`dragoman"));
    }
  }
}

}  // namespace dragoman
