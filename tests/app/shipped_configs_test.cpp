#include <fstream>
#include <string>

#include "catch.h"
#include "io/settings_describe.h"
#include "model_folder/config.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

constexpr const char* kShipped[] = {"demo", "multi30k", "multi30k-best",
                                    "base", "big",      "language_model"};

Config load_shipped(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return load_config(DRAGOMAN_SOURCE_DIR "/configs/" + name + ".json", overrides);
}

}  // namespace

TEST_CASE("config: the shipped configurations load") {
  for (const std::string name : kShipped) {
    INFO(name);
    const Config config = load_shipped(name);
    CHECK(config.model.is_language_model() == (name == "language_model"));
    if (!config.model.is_language_model()) {
      CHECK(config.data.source_language == "en");
      CHECK(config.data.target_language == "de");
    }
    CHECK(config.data.train.size() == 1);
    CHECK_FALSE(config.data.valid.empty());
  }
}

TEST_CASE("config: the shipped configurations comment every key that they set") {
  for (const std::string name : kShipped) {
    std::ifstream file(DRAGOMAN_SOURCE_DIR "/configs/" + name + ".json");
    bool comment_above = false;
    for (std::string line; std::getline(file, line);) {
      const bool has_comment = line.find("// ") != std::string::npos;
      const size_t start = line.find_first_not_of(' ');
      INFO(name << ": " << line);
      if (start != std::string::npos && line[start] == '"') CHECK((has_comment || comment_above));
      comment_above = start != std::string::npos && line.compare(start, 2, "//") == 0;
    }
  }
}

TEST_CASE("config: base and big are rows of the paper's Table 3") {
  const Config base = load_shipped("base");
  CHECK(base.model.encoder_layers == 6);
  CHECK(base.model.decoder_layers == 6);
  CHECK(base.model.width == 512);
  CHECK(base.model.feed_forward == 2048);
  CHECK(base.model.heads == 8);
  CHECK(base.model.dropout == 0.1);
  CHECK(base.train.label_smoothing == 0.1);
  CHECK(base.train.updates == 100000);

  const Config big = load_shipped("big");
  CHECK(big.model.encoder_layers == 6);
  CHECK(big.model.decoder_layers == 6);
  CHECK(big.model.width == 1024);
  CHECK(big.model.feed_forward == 4096);
  CHECK(big.model.heads == 16);
  CHECK(big.model.dropout == 0.3);
  CHECK(big.train.label_smoothing == 0.1);
  CHECK(big.train.updates == 300000);
}

TEST_CASE("config: what is printed, with or without comments, loads as the same configuration") {
  const TemporaryFolder folder;
  for (const std::string name : kShipped) {
    const Config config = load_shipped(name, {"train.seed=7"});
    const std::string plain = written_file(folder / "plain.json", write_settings(config).dump(2));
    const std::string annotated =
        written_file(folder / "annotated.json", annotate_settings(config));
    CHECK(write_settings(load_config(plain, {})) == write_settings(config));
    CHECK(write_settings(load_config(annotated, {})) == write_settings(config));
  }
}

}  // namespace dragoman
