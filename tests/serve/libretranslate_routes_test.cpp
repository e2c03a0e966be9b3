#include "serve/libretranslate_routes.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "catch.h"
#include "io/atomic_file.h"
#include "running_service.h"
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
  for (const nlohmann::json& language : nlohmann::json::parse(response.body)) {
    if (language["code"] == label) return language["name"];
  }
  return "";
}

}  // namespace

TEST_CASE("languages are named in English, with script and region") {
  CHECK(name_of_language("cs") == "Czech");
  CHECK(name_of_language("zh_Hant") == "Chinese (Traditional)");
  CHECK(name_of_language("pt_BR") == "Portuguese (Brazil)");
}

TEST_CASE("a label that is no code is the name of its language") {
  CHECK(name_of_language("German") == "German");
  CHECK(name_of_language("Legalese") == "Legalese");
}

TEST_CASE("LibreTranslate's clients are answered in its form") {
  const RunningService running;
  const std::string expected = translated("ab cd");
  const Json one =
      json_of(running.post("/translate", {{"q", "ab cd"}, {"source", "en"}, {"target", "de"}}));
  CHECK(one["translatedText"] == expected);
  CHECK_FALSE(one.contains("detectedLanguage"));
  Json body = {{"source", "auto"}, {"target", "de"}, {"alternatives", 2}, {"format", "text"}};
  body["q"] = {"ab cd", "e"};
  const Json several = json_of(running.post("/translate", body));
  REQUIRE(several["translatedText"].size() == 2);
  REQUIRE(several["alternatives"].size() == 2);
  CHECK(several["alternatives"][0].size() <= 2);
  CHECK(several["detectedLanguage"][1]["language"] == "en");
  const std::string form = "q=ab+c%64&source=en&target=de";
  CHECK(json_of(running.post_text("/translate", form,
                                  "application/x-www-form-urlencoded"))["translatedText"] ==
        expected);
  const httplib::MultipartFormDataItems parts = {
      {"q", "ab cd", "", ""}, {"source", "en", "", ""}, {"target", "de", "", ""}};
  const auto multipart = running.client().Post("/translate", parts);
  REQUIRE(multipart);
  CHECK(json_of(*multipart)["translatedText"] == expected);
  const Json languages = json_of(running.get("/languages"));
  CHECK(languages == Json::parse(R"([{"code": "de", "name": "German", "targets": []},
      {"code": "en", "name": "English", "targets": ["de"]}])"));
}

TEST_CASE("LibreTranslate's clients may send the fields in the query, as well as in a form") {
  const RunningService running;
  const std::string form = "application/x-www-form-urlencoded";
  const auto translation_of = [&](const httplib::Result& answer) {
    REQUIRE(answer);
    return json_of(*answer)["translatedText"];
  };
  CHECK(translation_of(running.client().Post("/translate?q=ab+cd&source=en&target=de")) ==
        translated("ab cd"));
  CHECK(translation_of(running.client().Post("/translate?source=en&target=de", "q=ab+cd", form)) ==
        translated("ab cd"));
  CHECK(translation_of(running.client().Post("/translate?q=ab+cd", "q=e&source=en&target=de",
                                             form)) == translated("ab cd"));
}

TEST_CASE("LibreTranslate's clients that ask for a language get those of the models, undetected") {
  const RunningService running;
  const Json expected = Json::parse(R"([{"confidence": 0, "language": "en"}])");
  CHECK(json_of(running.post("/detect", {{"q", "ab cd"}})) == expected);
  const std::string form = "application/x-www-form-urlencoded";
  CHECK(json_of(running.post_text("/detect", "q=ab+cd", form)) == expected);
  const httplib::Response wrong = running.post("/detect", {{"text", "ab cd"}});
  CHECK(wrong.status == 400);
  CHECK(json_of(wrong)["error"] == "q is missing");
}

TEST_CASE("LibreTranslate's clients are told errors in its form") {
  ServiceSettings settings = quick_settings();
  settings.max_beam = 4;
  const RunningService running(settings);
  const auto error_of = [&](const Json& body) {
    const httplib::Response response = running.post("/translate", body);
    CHECK(response.status == 400);
    return json_of(response)["error"].get<std::string>();
  };
  CHECK(error_of({{"source", "en"}, {"target", "de"}}) == "q is missing");
  CHECK_THAT(error_of({{"q", "a"}, {"source", "fr"}, {"target", "de"}}), ContainsSubstring("`fr`"));
  CHECK_THAT(error_of({{"q", "a"}, {"source", "en"}, {"target", "de"}, {"format", "rtf"}}),
             ContainsSubstring("format is rtf"));
  CHECK(error_of({{"q", "a"}, {"source", "en"}, {"target", "de"}, {"alternatives", 4}}) ==
        "alternatives is 4, but may be at most 3 here");
  const httplib::Response wrong_type = running.post_text("/translate", "q", "text/plain");
  CHECK(wrong_type.status == 415);
  CHECK(json_of(wrong_type)["error"].is_string());
}

TEST_CASE("LibreTranslate's clients are told in its form that a request is refused") {
  ServiceSettings settings = quick_settings();
  settings.max_body = 200;
  const RunningService running(settings);
  const auto check = [](const httplib::Response& response, int status) {
    CHECK(response.status == status);
    CHECK(json_of(response)["error"].is_string());
  };
  check(running.get("/translate"), 405);
  check(running.post("/languages", {{"q", "a"}}), 405);
  check(running.post("/translate", {{"q", std::string(300, 'a')}}), 413);
  check(running.post_text("/detect", "{}", "application/json", {{"Content-Encoding", "gzip"}}),
        415);
}

TEST_CASE("LibreTranslate's clients get texts from a folder that translates documents") {
  const TemporaryFolder place;
  std::filesystem::copy(tiny_translator(), place / "tiny");
  nlohmann::json config = nlohmann::json::parse(read_file(place / "tiny/config.json"));
  config["search"]["document"] = "html";
  written_file(place / "tiny/config.json", config.dump());
  Service service(quick_settings(), {place / "tiny"}, TranslatorOptions{.threads = 1},
                  make_null_logger());
  service.start();
  httplib::Client client("127.0.0.1", service.port());
  const Json body = {{"q", "ab cd"}, {"source", "en"}, {"target", "de"}, {"alternatives", 1}};
  const auto answer = client.Post("/translate", body.dump(), "application/json");
  REQUIRE(answer);
  INFO(answer->body);
  REQUIRE(answer->status == 200);
  CHECK(json_of(*answer)["translatedText"] == translated("ab cd"));
}

TEST_CASE("LibreTranslate's clients may send HTML") {
  const RunningService running;
  const httplib::Response response = running.post(
      "/translate",
      {{"q", "<p>abcd</p><p>efgh</p>"}, {"source", "en"}, {"target", "de"}, {"format", "html"}});
  CHECK(json_of(response)["translatedText"] ==
        "<p>" + translated("abcd") + "</p><p>" + translated("efgh") + "</p>");
}

}  // namespace dragoman
