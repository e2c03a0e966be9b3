#include "serve/libretranslate_routes.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "catch.h"
#include "io/atomic_file.h"
#include "tiny_models.h"
#include "written_file.h"

namespace dragoman {
namespace {

/// What /languages calls the source language of a translator with that label.
std::string name_of_language(const std::string& label) {
  const TemporaryFolder place;
  std::filesystem::copy(tiny_translator(), place / "tiny");
  nlohmann::json config = nlohmann::json::parse(read_file(place / "tiny/config.json"));
  config["data"]["source_language"] = label;
  written_file(place / "tiny/config.json", config.dump());
  HttpResponse response;
  answer_languages(
      ModelRegistry({place / "tiny"}, {}, TranslatorOptions{.threads = 1}, make_null_logger()),
      response);
  return nlohmann::json::parse(response.body)[0]["name"];
}

}  // namespace

TEST_CASE("languages are named in English, with script and region") {
  CHECK(name_of_language("cs") == "Czech");
  CHECK(name_of_language("zh_Hant") == "Chinese (Traditional)");
  CHECK(name_of_language("pt_BR") == "Portuguese (Brazil)");
}

}  // namespace dragoman
