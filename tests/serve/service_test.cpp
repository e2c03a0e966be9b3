#include "serve/service.h"

#include <algorithm>

#include "running_service.h"

using namespace dragoman;

namespace {

using Texts = std::vector<std::string>;

Json translate(const RunningService& running, const Json& body) {
  const httplib::Response response = running.post("/v1/translate", body);
  INFO(response.body);
  CHECK(response.status == 200);
  return json_of(response);
}

size_t num_kept(const Json& step) {
  return static_cast<size_t>(
      std::count_if(step["nodes"].begin(), step["nodes"].end(),
                    [](const Json& node) { return node["fate"] == "kept"; }));
}

}  // namespace

TEST_CASE(
    "texts are translated sentence by sentence, as the translator does, and keep their form") {
  const RunningService running;
  const std::string text = "abcd efgh.  Hgfe!\n\n dcba\n";
  Json body;
  body["text"] = Texts{text, "", "ab"};
  const Json answer = translate(running, body);
  CHECK(answer["model"] == "tiny");
  REQUIRE(answer["translations"].size() == 3);
  const Json& first = answer["translations"][0];
  CHECK(first["text"] == translated("abcd efgh.") + "  " + translated("Hgfe!") + "\n\n " +
                             translated("dcba") + "\n");
  REQUIRE(first["sentences"].size() == 3);
  double score = 0;
  for (const Json& sentence : first["sentences"])
    score += sentence["translations"][0]["score"].get<double>();
  CHECK(first["score"].get<double>() == Approx(score));
  CHECK(answer["translations"][1]["text"] == "");
  CHECK(answer["translations"][1]["sentences"].empty());
  CHECK(answer["translations"][2]["text"] == translated("ab"));
}

TEST_CASE("sentences stay together if the call says so") {
  const RunningService running;
  const Json answer = translate(running, {{"text", "ab. Cd."}, {"split", "none"}});
  REQUIRE(answer["translations"][0]["sentences"].size() == 1);
  CHECK(answer["translations"][0]["text"] == translated("ab. Cd."));
}

TEST_CASE("options give several translations, alignment and the steps of the search") {
  const RunningService running;
  const Json answer = translate(running, Json::parse(R"({"text": "abcd", "steps": true,
          "options": {"beam": 3, "num_best": 3, "alignment": true}})"));
  const Json& sentence = answer["translations"][0]["sentences"][0];
  REQUIRE(sentence["translations"].size() == 3);
  CHECK(sentence["translations"][0]["score"] >= sentence["translations"][1]["score"]);
  const Json& best = sentence["translations"][0];
  CHECK(best["attention"].size() == best["tokens"].size());
  CHECK(best["token_alignment"].is_array());
  size_t kept_before = 1;
  REQUIRE_FALSE(sentence["steps"].empty());
  for (const Json& step : sentence["steps"]) {
    for (const Json& node : step["nodes"]) CHECK(node["parent"].get<size_t>() < kept_before);
    kept_before = std::max<size_t>(num_kept(step), 1);
  }
}

TEST_CASE("a beam of one has steps, and its translations stay the same") {
  const RunningService running;
  Json body = Json::parse(R"({"text": "abcd", "options": {"beam": 1}})");
  const Json expected = translate(running, body)["translations"][0]["text"];
  body["steps"] = true;
  const Json found = translate(running, body)["translations"][0];
  CHECK(found["text"] == expected);
  CHECK_FALSE(found["sentences"][0]["steps"].empty());
}

TEST_CASE("a prefix begins the first sentence, and a phrase is in the only one") {
  const RunningService running;
  const Json prefixed = translate(running, {{"text", "ab. Cd."}, {"prefix", "abc"}});
  CHECK(prefixed["translations"][0]["text"].get<std::string>().starts_with("abc"));
  Json body;
  body["text"] = "abcd";
  body["phrases"] = Texts{"hh"};
  CHECK_THAT(translate(running, body)["translations"][0]["text"].get<std::string>(),
             ContainsSubstring("hh"));
  body["text"] = "ab. Cd.";
  const auto check_refused = [&](const std::string& advice) {
    const httplib::Response refused = running.post("/v1/translate", body);
    check_error(refused, 400, "bad_request");
    CHECK_THAT(refused.body, ContainsSubstring(advice));
  };
  check_refused("send the sentences as a list");
  body["text"] = "ab. Cd.\nef";
  body["split"] = "none";
  check_refused("send the lines as a list\"");
}

TEST_CASE("terms of a glossary are in the sentences that have them") {
  const RunningService running;
  Json body = Json::parse(R"({"text": "ab. Cd ab.", "glossary": {"cd": "hh"}})");
  const Json sentences = translate(running, body)["translations"][0]["sentences"];
  REQUIRE(sentences.size() == 2);
  const auto best = [&](size_t i) {
    return sentences[i]["translations"][0]["text"].get<std::string>();
  };
  CHECK_THAT(best(1), ContainsSubstring("hh"));
  const Json alone = translate(running, {{"text", "ab."}});
  CHECK(best(0) == alone["translations"][0]["text"].get<std::string>());
  body["options"]["samples"] = 2;
  check_error(running.post("/v1/translate", body), 400, "bad_request");
  body["glossary"] = Json::object();
  CHECK(running.post("/v1/translate", body).status == 200);
  body["options"].clear();
  body["glossary"]["cd"] = "X";
  check_error(running.post("/v1/translate", body), 400, "bad_request");
}

TEST_CASE("protected spans and expressions stay as they are") {
  const RunningService running;
  const Json answer = translate(
      running, Json::parse(
                   R"({"text": ["ab Xy. Cd.", "ef 12 gh"], "protected_spans": [[[3, 5]], []],
          "options": {"protect": "[0-9]+"}})"));
  CHECK_THAT(answer["translations"][0]["text"].get<std::string>(), ContainsSubstring("Xy"));
  CHECK_THAT(answer["translations"][1]["text"].get<std::string>(), ContainsSubstring("12"));
  check_error(
      running.post("/v1/translate", Json::parse(R"({"text": "a", "options": {"protect": "("}})")),
      400, "bad_request");
  check_error(running.post("/v1/translate",
                           Json::parse(R"({"text": "abc", "protected_spans": [[0, 2], [1, 3]]})")),
              400, "bad_request");
}

TEST_CASE("what is protected by default or by an expression is not split into sentences") {
  const RunningService running;
  const std::string url = "https://example.org/?a=1";
  const Json answer = translate(
      running, {{"text", "Ab {{cd}}, " + url + "."}, {"options", {{"protect", "default"}}}});
  CHECK(answer["translations"][0]["sentences"].size() == 1);
  CHECK_THAT(answer["translations"][0]["text"].get<std::string>(), ContainsSubstring(url));
  const Json body = {{"text", "Ab. Cd.\nAb. Cd."}, {"options", {{"protect", "b\\.\\s+[CA]"}}}};
  CHECK(translate(running, body)["translations"][0]["sentences"].size() == 2);
  const Json lines = {{"text", "Ab.\nCd."}, {"options", {{"protect", "b\\.\\s+C"}}}};
  CHECK(translate(running, lines)["translations"][0]["sentences"].size() == 2);
}

TEST_CASE("many placeholders that look like ends of sentences stay") {
  const RunningService running;
  std::string text;
  std::vector<std::string> names;
  for (int i = 0; i < 458; ++i) {
    names.push_back("{{ name. Of? it " + std::to_string(i) + " }}");
    text += names.back() + (i % 80 == 79 ? "\n" : " ab ");
  }
  const Json answer = translate(running, {{"text", text}, {"options", {{"protect", "default"}}}});
  const auto translation = answer["translations"][0]["text"].get<std::string>();
  const auto is_lost = [&](const std::string& name) {
    return translation.find(name) == std::string::npos;
  };
  CHECK(std::count_if(names.begin(), names.end(), is_lost) == 0);
}

TEST_CASE("a language model continues prompts as it does by itself") {
  const RunningService running;
  const httplib::Response response =
      running.post("/v1/complete", Json::parse(R"({"prompt": ["ab", "h"], "model": "tiny-lm",
          "options": {"beam": 2, "num_best": 2, "max_length": 6}})"));
  REQUIRE(response.status == 200);
  SearchSettings settings = served_language_model()->settings();
  settings.beam = 2;
  settings.num_best = 2;
  settings.max_length = 6;
  const auto expected = served_language_model()->language_model().complete({"ab", "h"}, settings);
  const Json completions = json_of(response)["completions"];
  REQUIRE(completions.size() == 2);
  for (size_t i = 0; i < 2; ++i) {
    REQUIRE(completions[i].size() == expected[i].size());
    for (size_t j = 0; j < expected[i].size(); ++j)
      CHECK(completions[i][j]["text"] == expected[i][j].text);
  }
}

TEST_CASE("without options one completion is drawn") {
  const RunningService running;
  const httplib::Response response =
      running.post("/v1/complete", {{"prompt", "ab"}, {"model", "tiny-lm"}});
  REQUIRE(response.status == 200);
  CHECK(json_of(response)["completions"][0].size() == 1);
}

TEST_CASE("attention has every layer and head, and its rows sum to one") {
  const RunningService running;
  const httplib::Response response =
      running.post("/v1/attention", {{"source", "abc"}, {"target", "de"}});
  REQUIRE(response.status == 200);
  const Json answer = json_of(response);
  CHECK(answer["encoder"].size() == 2);
  REQUIRE(answer["cross"].size() == 3);
  REQUIRE(answer["cross"][0].size() == 4);
  REQUIRE(answer["cross"][0][0].size() == answer["target_tokens"].size());
  CHECK(answer["target_inputs"].size() == answer["target_tokens"].size());
  for (const Json& row : answer["cross"][0][0]) {
    CHECK(row.size() == answer["source_tokens"].size());
    double sum = 0;
    for (const Json& weight : row) sum += weight.get<double>();
    CHECK(sum == Approx(1).margin(0.001));
  }
  const Json alone =
      json_of(running.post("/v1/attention", {{"model", "tiny-lm"}, {"target", "de"}}));
  CHECK(alone["encoder"].empty());
  CHECK(alone["cross"].empty());
  CHECK(alone["decoder"].size() == 3);
  check_error(running.post("/v1/attention", {{"target", "de"}}), 400, "bad_request");
}

TEST_CASE("the models are listed, the default one first") {
  const RunningService running;
  const Json models = json_of(running.get("/v1/models"))["models"];
  REQUIRE(models.size() == 2);
  CHECK(models[0]["name"] == "tiny");
  CHECK(models[0]["kind"] == "translator");
  CHECK(models[0]["source_language"] == "en");
  CHECK(models[0]["settings"]["beam"] == served_translator()->settings().beam);
  CHECK(models[1]["kind"] == "language-model");
}

TEST_CASE("texts with markup keep their tags, and are translated between them") {
  const RunningService running;
  const std::string html = "<div>\n <p title='x'>abcd <b>efgh</b></p>\n<pre>ab</pre></div>\n";
  const Json answer = translate(running, {{"text", html}, {"options", {{"markup", "html"}}}});
  const auto text = answer["translations"][0]["text"].get<std::string>();
  CHECK(text.starts_with("<div>\n <p title='x'>"));
  CHECK_THAT(text, ContainsSubstring("<b>"));
  CHECK_THAT(text, ContainsSubstring("</b>"));
  CHECK(text.ends_with("</p>\n<pre>ab</pre></div>\n"));
  const httplib::Response watched = running.post(
      "/v1/translate", {{"text", html}, {"options", {{"markup", "html"}}}, {"steps", true}});
  CHECK(watched.status == 400);
  CHECK_THAT(watched.body, ContainsSubstring("steps is for plain text"));
}

TEST_CASE("whole documents are translated") {
  const RunningService running;
  const std::string before = "1\r\n00:00:01,000 --> 00:00:02,000\r\n";
  const Json answer =
      translate(running, {{"text", before + "abcd\r\n"}, {"options", {{"document", "srt"}}}});
  CHECK(answer["translations"][0]["text"] == before + translated("abcd") + "\r\n");
  const httplib::Response wrong =
      running.post("/v1/translate", {{"text", "abcd"}, {"options", {{"document", "xliff"}}}});
  CHECK(wrong.status == 400);
}

TEST_CASE("a text says that it was translated in parts, and counts the tokens of all") {
  const RunningService running;
  std::string text;
  for (int i = 0; i < 40; ++i) text += "abcd ";
  const Json answer = translate(
      running, {{"text", {text + ". Ab.", "ab"}}, {"options", {{"beam", 1}, {"max_length", 4}}}});
  CHECK(answer["translations"][0]["in_parts"] == true);
  CHECK_FALSE(answer["translations"][1].contains("in_parts"));
  size_t tokens = 0;
  for (const Json& each : answer["translations"]) {
    for (const Json& sentence : each["sentences"])
      tokens += sentence["translations"][0]["tokens"].size();
  }
  CHECK(answer["target_tokens"] == tokens);
  CHECK(tokens > 8);
}

TEST_CASE("notes on documents are part of the answer, and so are the tokens of each") {
  const RunningService running;
  const std::string unit = "<segment>\n<source>abcd</source></segment></xliff>";
  const std::string noted = "<xliff version=\"2.0\">" + unit;
  const std::string plain = "<xliff version=\"2.0\" trgLang=\"de\">" + unit;
  const auto answer_for = [&](const Json& text) {
    return translate(running, {{"text", text}, {"options", {{"document", "xliff"}}}});
  };
  const Json answer = answer_for({plain, noted, plain});
  const Json& notes = answer["translations"][1]["notes"];
  REQUIRE(notes.size() == 1);
  CHECK(notes[0]["line"] == 1);
  CHECK_THAT(notes[0]["text"].get<std::string>(), ContainsSubstring("has no trgLang"));
  for (const int i : {0, 2}) CHECK_FALSE(answer["translations"][i].contains("notes"));
  const auto tokens = answer_for(plain)["target_tokens"].get<int>();
  CHECK(tokens == translate(running, {{"text", "abcd"}})["target_tokens"]);
  CHECK(answer["target_tokens"] == 3 * tokens);
  const Json remaining = answer_for("<xliff version=\"2.0\" trgLang=\"de\"></xliff>");
  CHECK(remaining["target_tokens"] == 0);
}
