#include "serve/translate_call.h"

#include "catch.h"
#include "serve/api_error.h"
#include "serve/complete_call.h"
#include "serve/json_body.h"

using namespace dragoman;

namespace {

constexpr int64_t kMaxText = 100;
constexpr int64_t kMaxBeam = 16;

using Json = nlohmann::ordered_json;
using Texts = std::vector<std::string>;

TranslateCall parse(const std::string& body) { return parse_translate_call(body, kMaxText); }

/// The error of a body: "400 bad_request: message".
std::string error_of(const std::string& body) {
  try {
    parse(body);
  } catch (const ApiError& error) {
    return std::to_string(error.status()) + " " + error.code() + ": " + error.what();
  }
  return "none";
}

std::string options_error(const std::string& options) {
  try {
    read_search_options(Json::parse(options), {}, kMaxBeam);
  } catch (const ApiError& error) {
    CHECK(error.status() == 400);
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("a call has a text, or several, and defaults for the rest") {
  const TranslateCall one = parse(R"({"text": "ein Hund"})");
  CHECK(one.texts == Texts{"ein Hund"});
  CHECK(one.model.empty());
  CHECK(one.prefixes.empty());
  CHECK(one.split == SplitText::kSentences);
  CHECK_FALSE(one.steps);
  CHECK_FALSE(one.stream);
  const TranslateCall two = parse(
      R"({"text": ["a", "b"], "model": "m", "prefix": ["c", ""], "phrases": ["d"], "split": "none",
          "steps": true, "stream": true, "options": {"beam": 2}})");
  CHECK(two.texts == Texts{"a", "b"});
  CHECK(two.prefixes == Texts{"c", ""});
  CHECK(two.phrases == Texts{"d"});
  CHECK(two.split == SplitText::kNone);
  CHECK((two.steps && two.stream));
  CHECK(two.options["beam"] == 2);
}

TEST_CASE("a glossary is an object or a list of pairs, and has each term once") {
  for (const char* glossary : {R"({"cat": "Katze"})", R"([["cat", "Katze"]])"}) {
    const TranslateCall call = parse(R"({"text": "a", "glossary": )" + std::string(glossary) + "}");
    REQUIRE(call.glossary != nullptr);
    CHECK(call.glossary->phrases_for("a cat") == Texts{"Katze"});
  }
  CHECK(parse(R"({"text": "a"})").glossary == nullptr);
  CHECK(parse(R"({"text": "a", "glossary": {}})").glossary->terms().empty());
  const std::string wrong =
      GENERATE(as<std::string>(), "1", R"(["cat"])", R"([["cat"]])", R"([["cat", 1]])",
               R"({"cat": 1})", R"({"cat": ""})", R"([["cat", "Katze"], ["CAT", "Kater"]])");
  CHECK_THAT(error_of(R"({"text": "a", "glossary": )" + wrong + "}"),
             ContainsSubstring("400 bad_request: ") && ContainsSubstring("glossary"));
}

TEST_CASE("spans are counted in characters, and belong to their text") {
  const TranslateCall one =
      parse("{\"text\": \"\u00e4b\u00f6\", \"protected_spans\": [[0, 1], [2, 3]]}");
  REQUIRE(one.protected_spans.size() == 1);
  CHECK((one.protected_spans[0][1].begin == 3 && one.protected_spans[0][1].end == 5));
  CHECK(
      parse(R"({"text": ["a", "b"], "protected_spans": [[], [[0, 1]]]})").protected_spans.size() ==
      2);
  const std::string wrong =
      GENERATE(as<std::string>(), "1", "[0, 1]", "[[0]]", "[[0, 4]]", "[[1, 1]]", "[[-1, 1]]",
               "[[0.5, 1]]", "[[2, 1]]", "[[0, 1e30]]");
  CHECK_THAT(error_of("{\"text\": \"abc\", \"protected_spans\": " + wrong + "}"),
             ContainsSubstring("400 bad_request: "));
  CHECK_THAT(error_of("{\"text\": \"\u00e4\", \"protected_spans\": [[0, 1], [0, 1]]}"),
             ContainsSubstring("more than its text has characters"));
  CHECK_THAT(error_of(R"({"text": ["a"], "protected_spans": []})"),
             ContainsSubstring("one list for each"));
}

TEST_CASE("invalid JSON and invalid requests have different errors") {
  const std::string body =
      GENERATE(as<std::string>(), "", "{", "nonsense", "{\"text\": \"\xff\"}",
               "{\"text\": \"\\ud800\"}", R"({"text": "a", "text": "b"})", R"({"text": "a"} x)",
               R"({"text": 1e999})", "{\"text\": \"a\nb\"}");
  INFO(body);
  CHECK_THAT(error_of(body), ContainsSubstring("400 bad_json: the body"));
}

TEST_CASE("JSON in another encoding is refused with the one to send") {
  const std::string latin_1 = "{\"text\": \"sch\xf6n\"}";
  const std::string utf_16{"{\0\"\0t\0", 6};
  for (const std::string& body : {latin_1, utf_16})
    CHECK_THAT(error_of(body), ContainsSubstring("bad_json") && ContainsSubstring("send UTF-8"));
  CHECK_THAT(error_of("{"), !ContainsSubstring("UTF-8"));
}

TEST_CASE("deep nesting, many keys and long lists are refused before they cost much") {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  CHECK_THAT(error_of("{\"text\": " + deep + "}"), ContainsSubstring("bad_json"));
  Json keys = Json::object();
  for (size_t i = 0; i <= kMostJsonKeys; ++i) keys[std::to_string(i)] = 1;
  CHECK_THAT(error_of(keys.dump()),
             ContainsSubstring("more than 100 keys (a long glossary may be a list"));
  Json texts;
  texts["text"] = Texts(kMostJsonTexts + 1);
  CHECK_THAT(error_of(texts.dump()), ContainsSubstring("at most 5000"));
}

TEST_CASE("errors name the key and what is allowed") {
  CHECK(error_of("[1]") ==
        "400 bad_request: the body must be a JSON object, as {\"text\": \"...\"}");
  CHECK_THAT(error_of("{}"), ContainsSubstring("400 bad_request: text is missing"));
  CHECK_THAT(error_of(R"({"text": 5})"),
             ContainsSubstring("text is 5, but must be text or a list"));
  CHECK_THAT(error_of(R"({"text": ["a", null]})"), ContainsSubstring("text.1 is null"));
  CHECK_THAT(error_of(R"({"txt": "a"})"), ContainsSubstring("did you mean `text`?"));
  CHECK_THAT(error_of(R"({"text": "a", "split": "words"})"),
             ContainsSubstring("split is \"words\", but must be one of sentences, none"));
  CHECK_THAT(error_of(R"({"text": "a", "steps": 1})"), ContainsSubstring("steps is 1"));
  CHECK_THAT(error_of(R"({"text": "a", "prefix": ["b"]})"), ContainsSubstring("prefix must be"));
  CHECK_THAT(error_of(R"({"text": ["a", "b"], "prefix": ["b"]})"),
             ContainsSubstring("prefix must be"));
}

TEST_CASE("characters of all texts are counted, not bytes") {
  Json body;
  body["text"] = Texts(50, "ää");
  CHECK(error_of(body.dump()) == "none");
  body["text"].push_back("ä");
  CHECK_THAT(error_of(body.dump()), ContainsSubstring("413 text_too_long: the texts have 101"));
  body = {{"text", "a"}, {"prefix", std::string(101, 'a')}};
  CHECK_THAT(error_of(body.dump()), ContainsSubstring("the prefixes have 101"));
}

TEST_CASE("phrases are few, none is empty, and they count once for each text") {
  Json body;
  body["text"] = Texts(20, "a");
  body["phrases"] = Texts{"abcde"};
  CHECK(error_of(body.dump()) == "none");
  body["text"].push_back("a");
  CHECK_THAT(error_of(body.dump()),
             ContainsSubstring("413 text_too_long: the phrases have 105 characters"));
  body["phrases"] = Texts{"a", ""};
  CHECK_THAT(error_of(body.dump()), ContainsSubstring("400 bad_request: a phrase is empty"));
  body["phrases"] = Texts(101, "a");
  CHECK_THAT(error_of(body.dump()), ContainsSubstring("at most 100"));
}

TEST_CASE("lists in the options are short, but a model's own list may be long") {
  const Json many = {{"suppress", Texts(1001, "a")}};
  CHECK_THAT(options_error(many.dump()),
             ContainsSubstring("options.suppress has 1001 elements of 1001 bytes in total"));
  for (const char* name : {"protect", "stand_ins"}) {
    const Json long_ones = {{name, {std::string(20'001, 'a')}}};
    CHECK_THAT(options_error(long_ones.dump()), ContainsSubstring("20000 bytes"));
  }
  SearchSettings held;
  held.suppress = Texts(1001, "a");
  CHECK(read_search_options(many, held, kMaxBeam).suppress.size() == 1001);
}

TEST_CASE("options change the settings that a model holds") {
  SearchSettings held;
  held.beam = 3;
  held.alpha = 0.5;
  const SearchSettings settings = read_search_options(
      Json::parse(R"({"num_best": 2.0, "length_penalty": "wu", "suppress": ["x"]})"), held,
      kMaxBeam);
  CHECK(settings.beam == 3);
  CHECK(settings.alpha == 0.5);
  CHECK(settings.num_best == 2);
  CHECK(settings.length_penalty == LengthPenalty::kWu);
  CHECK(settings.suppress == Texts{"x"});
}

TEST_CASE("invalid options are refused by name") {
  CHECK_THAT(options_error("[]"), ContainsSubstring("options is [], but must be an object"));
  CHECK_THAT(options_error(R"({"beams": 2})"), ContainsSubstring("did you mean `beam`?"));
  CHECK_THAT(options_error(R"({"beam": 0})"), ContainsSubstring("options.beam is 0"));
  CHECK_THAT(options_error(R"({"beam": 1.5})"), ContainsSubstring("options.beam is 1.5"));
  CHECK_THAT(options_error(R"({"seed": 18446744073709551615})"), ContainsSubstring("options.seed"));
  CHECK_THAT(options_error(R"({"top_k": 1e300})"), ContainsSubstring("options.top_k"));
  CHECK_THAT(options_error(R"({"batch_tokens": 1})"), ContainsSubstring("options.batch_tokens"));
  CHECK_THAT(options_error(R"({"beam": 17})"), ContainsSubstring("at most 16"));
  CHECK_THAT(options_error(R"({"samples": 17})"), ContainsSubstring("at most 16"));
}

TEST_CASE("a wide beam takes fewer sentences at a time") {
  SearchSettings held;
  held.beam = 4;
  held.batch_tokens = 4000;
  CHECK(read_search_options(Json::parse(R"({"beam": 4})"), held, 100).batch_tokens == 4000);
  CHECK(read_search_options(Json::parse(R"({"beam": 40})"), held, 100).batch_tokens == 400);
}

TEST_CASE("a call for completions is read as strictly") {
  const CompleteCall call =
      parse_complete_call(R"({"prompt": "a", "stop": ["."], "stream": true})", kMaxText);
  CHECK(call.prompts == Texts{"a"});
  CHECK(call.stop == Texts{"."});
  CHECK(call.stream);
  const auto fails = [](const std::string& body, const std::string& reason) {
    CHECK_THROWS_WITH(parse_complete_call(body, kMaxText), ContainsSubstring(reason));
  };
  fails(R"({"text": "a"})", "unknown key `text`");
  fails(R"({})", "prompt is missing");
  fails(R"({"prompt": "a", "stop": [""]})", "none of them empty");
  fails(R"({"prompt": "a", "stop": 1})", "stop is");
  CHECK(parse_complete_call(R"({"prompt": "a", "stop": "."})", kMaxText).stop == Texts{"."});
}
