#include "capi/options.h"

#include <map>
#include <string>
#include <vector>

#include "alignment/alignment_trainer.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/ter.h"
#include "opened_translator.h"
#include "search/search_settings.h"
#include "tiny_folders.h"
#include "tokenizer/tokenizer_settings.h"
#include "translate/markup_projection.h"
#include "translate/translator.h"

namespace dragoman {

TEST_CASE("what the command line refuses is refused with the same words") {
  Opened opened(tiny_translator());
  CHECK(opened.translate("ab", {{text("alpha"), text("nan")}}).first == DRAGOMAN_INVALID_ARGUMENT);
  const auto [code, message] = opened.translate("ab", {{text("beam"), text("0")}});
  CHECK(code == DRAGOMAN_INVALID_ARGUMENT);
  CHECK(message == "beam is 0, but must be an integer between 1 and 1000");
  CHECK(opened.translate("ab", {{text("num_best"), text("9")}}).first == DRAGOMAN_INVALID_ARGUMENT);
  CHECK(opened.translate("ab").first == 0);
}

TEST_CASE("options without effect are refused, as on the command line") {
  Opened opened(tiny_translator());
  const auto refusal = [&](const std::vector<dragoman_option>& options) {
    const auto [code, message] = opened.translate("ab", options);
    CHECK(code == DRAGOMAN_INVALID_ARGUMENT);
    return message;
  };
  const dragoman_option attributes{text("markup_attributes"), text("true")};
  CHECK(refusal({{text("document"), text("xliff")}, attributes}) ==
        "search.markup_attributes has no effect with search.document xliff: leave it out, or "
        "change that");
  CHECK(refusal({attributes}) ==
        "search.markup_attributes has no effect without search.markup: set that too, or leave it "
        "out");
  CHECK_FALSE(refusal({{text("stand_ins"), text("ab")}}).empty());
  CHECK_FALSE(refusal({{text("document_review"), text("true")}}).empty());
  CHECK(opened.translate("ab", {{text("markup"), text("html")}, attributes}).first == 0);
}

TEST_CASE("an error has one line, whatever it quotes") {
  Opened opened(tiny_translator());
  const auto [code, message] = opened.translate("ab", {{text("be\nem"), text("3")}});
  CHECK(code == DRAGOMAN_INVALID_ARGUMENT);
  CHECK(message == R"(unknown key `be\u000aem`, did you mean `beam`?)");
  dragoman_metric* metric = nullptr;
  CHECK(taken(dragoman_metric_open(text("ble\nu"), nullptr, 0, &metric)).second ==
        "there is no metric `ble");
}

TEST_CASE("a list of options that is NULL is an error if it has a count") {
  const std::string said = "a list of options has a count, but is NULL";
  Opened opened(tiny_translator());
  const dragoman_text line = text("ab");
  const dragoman_lines lines{sizeof lines, &line, 1, nullptr, nullptr, {}, nullptr, 0, nullptr};
  const dragoman_call call{sizeof call, nullptr, 1, nullptr, nullptr, nullptr};
  CHECK(taken(dragoman_translate(opened.translator, &lines, &call, &opened.found)).second == said);
  dragoman_metric* metric = nullptr;
  CHECK(taken(dragoman_metric_open(text("bleu"), nullptr, 1, &metric)).second == said);
}

TEST_CASE("each option of a list is one element, as on the command line") {
  Opened opened(tiny_translator());
  const auto unknown = [&](const std::vector<dragoman_option>& options) {
    const std::string message = opened.translate("ab", options).second;
    return message.substr(0, message.find(", which"));
  };
  CHECK(unknown({{text("suppress"), text("1")}}) == "search.suppress names `1`");
  CHECK(unknown({{text("suppress"), text("[\"b\"]")}}) == "search.suppress names `[\"b\"]`");
  CHECK(unknown({{text("suppress"), text("b")}, {text("suppress"), text("1")}}) ==
        "search.suppress names `1`");
  CHECK(unknown({{text("suppress"), text("")}}) == "search.suppress names ``");
  CHECK(unknown({{text("suppress"), {nullptr, 0}}}) == "");
  CHECK(unknown({{text("protect"), text("[1]")}}) == "");
  CHECK(unknown({{text("beam"), text("1")}, {text("beam"), text("2")}}) ==
        "beam has two values: give one");
  const std::string run = tiny_translator();
  const dragoman_text runs[2] = {text(run), text(run)};
  dragoman_translator* translator = nullptr;
  const auto open = [&](const std::vector<dragoman_option>& options) {
    const auto [code, message] =
        taken(dragoman_translator_open(runs, 2, options.data(), options.size(), &translator));
    if (code == 0) dragoman_translator_free(translator);
    return message;
  };
  CHECK(open({{text("weights"), text("1")}, {text("weights"), text(".5")}}) == "");
  CHECK(open({{text("weights"), text("[1, 0.5]")}}) == "");
  CHECK(open({{text("weights"), text("1")}}) != "");
}

TEST_CASE("a completion has the defaults of the command line") {
  const std::string run = tiny_language_model();
  dragoman_language_model* model = nullptr;
  REQUIRE(dragoman_language_model_open(text(run), nullptr, 0, &model) == nullptr);
  const dragoman_text prompt = text("ab");
  const auto complete = [&](std::vector<dragoman_option> options) {
    options.push_back({text("max_length"), text("12")});
    const dragoman_call call{sizeof call, options.data(), options.size(),
                             nullptr,     nullptr,        nullptr};
    dragoman_translations* found = nullptr;
    REQUIRE(dragoman_complete(model, &prompt, 1, nullptr, 0, &call, &found) == nullptr);
    size_t num_lines = 0;
    const dragoman_text best = *dragoman_translations_best(found, &num_lines);
    std::pair<std::string, size_t> result = {{best.data, best.size},
                                             dragoman_translations_count(found, 0)};
    dragoman_translations_free(found);
    return result;
  };
  const auto drawn = complete({{text("samples"), text("1")}});
  CHECK(drawn.second == 1);
  CHECK(complete({}) == drawn);
  CHECK(complete({{text("beam"), text("1")}}) != drawn);
  CHECK(complete({{text("samples"), text("3")}}).second == 3);
  CHECK(complete({{text("samples"), text("3")}, {text("num-best"), text("2")}}).second == 2);
  dragoman_language_model_free(model);
}

TEST_CASE("a language model refuses the options of translators") {
  dragoman_language_model* model = nullptr;
  const auto open = [&](const char* name, const char* value) {
    const dragoman_option option{text(name), text(value)};
    return taken(dragoman_language_model_open(text(tiny_language_model()), &option, 1, &model))
        .second;
  };
  CHECK(open("shortlist", "true") ==
        "shortlist is for translators, not for language models: leave it out");
  CHECK(open("weights", "1").starts_with("weights is for translators"));
  CHECK(open("fusion", "x").starts_with("fusion is for translators"));
  CHECK(open("fusion_weight", "0.5").starts_with("fusion_weight is for translators"));
  CHECK(model == nullptr);
  CHECK(open("shortlist", "false").empty());
  const dragoman_text line = text("ab");
  const dragoman_option option{text("document"), text("html")};
  const dragoman_call call{sizeof call, &option, 1, nullptr, nullptr, nullptr};
  dragoman_translations* scored = nullptr;
  CHECK(taken(dragoman_score_text(model, &line, 1, &call, &scored)).second ==
        "search.document is for translating, not for completing: leave it out");
  dragoman_language_model_free(model);
}

TEST_CASE("a translator is not opened with half of its options") {
  const auto open = [](const std::string& run, const char* name, const char* value) {
    const dragoman_text folder = text(run);
    const dragoman_option option{text(name), text(value)};
    dragoman_translator* translator = nullptr;
    return taken(dragoman_translator_open(&folder, 1, &option, 1, &translator)).second;
  };
  CHECK(open(tiny_translator(), "fusion_weight", "0.5") ==
        "fusion_weight is for the language model that fusion names: name one, or leave it out");
  CHECK(open("", "threads", "1") == "the path of the model folder is empty: name a folder");
}

TEST_CASE("training a tokenizer refuses the options that choose tokenizers of a run") {
  const dragoman_text line = text("a man");
  const auto train = [&](const char* name, const char* value) {
    const dragoman_option option{text(name), text(value)};
    return taken(dragoman_tokenizer_train(&line, 1, &option, 1, text("unwritten"))).second;
  };
  CHECK(train("from", "run") ==
        "from is for `dragoman train`, not for training one tokenizer: leave it out");
  CHECK(train("model", "x").starts_with("model is for"));
  CHECK(train("target-model", "x").starts_with("target_model is for"));
  CHECK(train("vocabulary", "shared").starts_with("vocabulary is for"));
  CHECK(train("shared", "false").starts_with("shared is for"));
}

TEST_CASE("options are described by the names that the command line has") {
  const std::map<std::string, std::vector<std::string>> sections = {
      {"search", field_names(SearchSettings())},
      {"translator", field_names(TranslatorOptions())},
      {"tokenizer", field_names(TokenizerSettings())},
      {"bleu", field_names(BleuSettings())},
      {"chrf", field_names(ChrfSettings())},
      {"ter", field_names(TerSettings())},
      {"alignment_model", field_names(AlignmentTrainingOptions())},
      {"align", field_names(AlignOptions())},
      {"markup", field_names(MarkupProjectionOptions())}};
  for (const auto& [section, names_of_settings] : sections) {
    dragoman_texts *names = nullptr, *texts = nullptr;
    REQUIRE(dragoman_describe_options(text(section), &names, &texts) == nullptr);
    const std::vector<std::string> found = list_of_texts(names), described = list_of_texts(texts);
    CHECK(found == names_of_settings);
    REQUIRE(described.size() == found.size());
    for (size_t i = 0; i < found.size(); ++i) CHECK(described[i].starts_with(found[i] + " "));
    CHECK(dragoman_check_options(text(section), nullptr, 0) == nullptr);
    dragoman_texts_free(names);
    dragoman_texts_free(texts);
  }
}

TEST_CASE("options are checked without a call") {
  const auto error = [](const std::string& section, const dragoman_option& option) {
    return taken(dragoman_check_options(text(section), &option, 1)).second;
  };
  CHECK(error("align", {text("threads"), text("2")}) == "");
  CHECK_THAT(error("align", {text("threads"), text("-2")}),
             ContainsSubstring("between 0 and 4096"));
  CHECK_THAT(error("align", {text("thread"), text("2")}), ContainsSubstring("mean `threads`"));
  CHECK_THAT(error("alignment", {text("threads"), text("2")}), ContainsSubstring("but of search"));
}

}  // namespace dragoman
