#include "capi/dragoman.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "catch.h"
#include "emulation.h"
#include "opened_translator.h"
#include "tiny_folders.h"
#include "use_from_c.h"

namespace dragoman {

TEST_CASE("a C program translates, scores and cancels") {
  const char* const wrong = use_from_c(tiny_translator().c_str(), tiny_language_model().c_str());
  INFO((wrong == nullptr ? "" : wrong));
  CHECK(wrong == nullptr);
}

TEST_CASE("terms come in a list or in a file, and not in both") {
  const Opened opened(tiny_translator());
  const dragoman_text line = text("ab cd");
  const dragoman_term term{text("cd"), text("hh")};
  dragoman_lines lines{sizeof lines, &line, 1, nullptr, nullptr, {}, &term, 1, nullptr};
  dragoman_translations* found = nullptr;
  REQUIRE(dragoman_translate(opened.translator, &lines, nullptr, &found) == nullptr);
  size_t count = 0;
  const dragoman_text best = dragoman_translations_best(found, &count)[0];
  CHECK(std::string_view(best.data, best.size).find("hh") != std::string_view::npos);
  dragoman_translations_free(found);
  lines.terminology = text("terms.tsv");
  CHECK(taken(dragoman_translate(opened.translator, &lines, nullptr, &found)).second ==
        "terms come in a file or in a list: leave out one of them");
  lines.terminology = {};
  lines.terms = nullptr;
  CHECK(taken(dragoman_translate(opened.translator, &lines, nullptr, &found)).second ==
        "a list of terms has a count, but is NULL");
}

TEST_CASE("the text of several prompts cannot be watched") {
  const std::string run = tiny_language_model();
  dragoman_language_model* model = nullptr;
  REQUIRE(dragoman_language_model_open(text(run), nullptr, 0, &model) == nullptr);
  const dragoman_text prompts[2] = {text("ab"), text("cd")};
  const dragoman_call call{sizeof call, nullptr, 0, nullptr, nullptr, [](void*, dragoman_text) {}};
  dragoman_translations* found = nullptr;
  CHECK(taken(dragoman_complete(model, prompts, 2, nullptr, 0, &call, &found)).second ==
        "on_text is for one prompt: complete one at a time");
  dragoman_language_model_free(model);
}

TEST_CASE("documents are translated, with notes on what was left as it was") {
  Opened opened(tiny_translator());
  const std::string file = "<xliff version=\"2.0\"><segment><source>ab</source></segment></xliff>";
  CHECK(opened.translate(file, {{text("document"), text("xliff")}}).first == 0);
  size_t count = 0;
  const dragoman_text best = dragoman_translations_best(opened.found, &count)[0];
  CHECK(std::string(best.data, best.size).find("</source><target>") != std::string::npos);
  dragoman_counts counts{};
  counts.size = sizeof counts;
  dragoman_translations_counts(opened.found, &counts);
  REQUIRE(counts.num_notes == 1);
  CHECK(std::string(counts.notes[0].data, counts.notes[0].size).starts_with("line 1: "));
  const std::string second = "\n" + file;
  const dragoman_text files[2] = {text(file), text(second)};
  const dragoman_lines both{sizeof both, files, 2, nullptr, nullptr, {}, nullptr, 0, nullptr};
  const dragoman_option xliff{text("document"), text("xliff")};
  const dragoman_call call{sizeof call, &xliff, 1, nullptr, nullptr, nullptr};
  dragoman_translations_free(opened.found);
  REQUIRE(dragoman_translate(opened.translator, &both, &call, &opened.found) == nullptr);
  dragoman_translations_counts(opened.found, &counts);
  REQUIRE(counts.num_notes == 2);
  CHECK_THAT(std::string(counts.notes[1].data, counts.notes[1].size),
             ContainsSubstring("text 1, line 1: "));
  const auto [code, message] = opened.translate("ab", {{text("document"), text("srt")}});
  CHECK(code == DRAGOMAN_INVALID_ARGUMENT);
  CHECK(message.starts_with("line 1: "));
}

TEST_CASE("scoring counts the texts that it cuts, and refuses options of translating") {
  const Opened opened(tiny_translator());
  const std::string many(9999, 'a');
  const dragoman_text sources[3] = {text("ab"), text(many), text("ab")};
  const dragoman_text targets[3] = {text("ab"), text("ab"), text(many)};
  dragoman_translations* found = nullptr;
  REQUIRE(dragoman_score(opened.translator, sources, targets, 3, nullptr, &found) == nullptr);
  dragoman_counts counts{};
  counts.size = sizeof counts;
  dragoman_translations_counts(found, &counts);
  REQUIRE(counts.num_split_lines == 1);
  CHECK(counts.split_lines[0] == 1);
  REQUIRE(counts.num_cut_translations == 1);
  CHECK(counts.cut_translations[0] == 2);
  dragoman_counts older{};
  older.size = offsetof(dragoman_counts, cut_translations);
  older.num_cut_translations = 77;
  dragoman_translations_counts(found, &older);
  CHECK(older.num_split_lines == 1);
  CHECK(older.num_cut_translations == 77);
  dragoman_translations_free(found);
  const auto score = [&](const char* name, const char* value) {
    const dragoman_option option{text(name), text(value)};
    const dragoman_call call{sizeof call, &option, 1, nullptr, nullptr, nullptr};
    found = nullptr;
    const auto message =
        taken(dragoman_score(opened.translator, sources, targets, 1, &call, &found)).second;
    dragoman_translations_free(found);
    return message;
  };
  CHECK(score("markup", "html") == "markup is for translating, not for scoring: leave it out");
  CHECK(score("samples", "2") == "samples is for translating, not for scoring: leave it out");
  CHECK(score("markup", "none").empty());
  CHECK(score("beam", "4") == "beam is for translating, not for scoring: leave it out");
  CHECK(score("no-repeat-ngram", "2").starts_with("no_repeat_ngram is for translating"));
  CHECK(score("batch_tokens", "100").empty());
  CHECK(score("alignment_layer", "9").starts_with("search.alignment_layer is 9, but the decoder"));
}

TEST_CASE("a folder's name may be no UTF-8, and an error shows it in UTF-8") {
  const TemporaryFolder place;
  write_tiny_model(place / "m\xff", Architecture::kTranslator);
  Opened opened(place / "m\xff");
  CHECK(opened.translate("abc").second.empty());
  const std::string other = place / "o\xff";
  const dragoman_text name = text(other);
  const auto error = taken(dragoman_translator_open(&name, 1, nullptr, 0, &opened.translator));
  CHECK(error.first == DRAGOMAN_NOT_FOUND);
  CHECK_THAT(error.second, ContainsSubstring("o\xEF\xBF\xBD"));
}

TEST_CASE("a folder without weights, or with weights cut short, is an error that names it") {
  const TemporaryFolder place;
  write_tiny_model(place / "tiny", Architecture::kTranslator);
  const std::string weights = place / "tiny/model.safetensors", run = place / "tiny";
  std::filesystem::resize_file(weights, std::filesystem::file_size(weights) / 2);
  const dragoman_text name = text(run);
  dragoman_translator* translator = nullptr;
  const auto [code, message] = taken(dragoman_translator_open(&name, 1, nullptr, 0, &translator));
  CHECK(code == DRAGOMAN_FAILED);
  CHECK_THAT(message, ContainsSubstring(weights));
  std::filesystem::remove(weights);
  CHECK(taken(dragoman_translator_open(&name, 1, nullptr, 0, &translator)).first ==
        DRAGOMAN_NOT_FOUND);
  CHECK(translator == nullptr);
}

TEST_CASE("a struct of an older program is read and written as far as it goes") {
  Opened opened(tiny_translator());
  REQUIRE(opened.translate("abc").first == 0);
  dragoman_translation known{};
  known.size = offsetof(dragoman_translation, tokens);
  known.num_tokens = 77;
  CHECK(dragoman_translations_get(opened.found, 0, 0, &known) == nullptr);
  CHECK(known.text.size > 0);
  CHECK(known.num_tokens == 77);
  dragoman_translation unsized{};
  CHECK(taken(dragoman_translations_get(opened.found, 0, 0, &unsized))
            .second.starts_with("the size of a struct is not set"));
  const dragoman_lines none{};  // no size
  CHECK(taken(dragoman_translate(opened.translator, &none, nullptr, &opened.found)).first ==
        DRAGOMAN_INVALID_ARGUMENT);
}

TEST_CASE("a handle that the parent opened is an error after fork, and a new one works") {
  if (is_emulated()) return;
  Opened opened(tiny_translator());
  REQUIRE(opened.translate("abc").first == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    const bool is_refused = opened.translate("abc").first == DRAGOMAN_FAILED;
    const std::string run = tiny_translator();
    const dragoman_text name = text(run);
    const bool opens =
        dragoman_translator_open(&name, 1, nullptr, 0, &opened.translator) == nullptr;
    std::quick_exit(is_refused && opens && opened.translate("abc").first == 0 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("tokenizers give back what they are given") {
  dragoman_tokenizer* tokenizer = nullptr;
  REQUIRE(dragoman_tokenizer_open(text(tiny_translator()), text("target"), 0, &tokenizer) ==
          nullptr);
  const dragoman_text line = text("abba");
  dragoman_encoded* encoded = nullptr;
  REQUIRE(dragoman_tokenizer_encode(tokenizer, &line, 1, &encoded) == nullptr);
  dragoman_encoding tokens{.size = sizeof tokens, .ids = nullptr, .pieces = nullptr, .count = 0};
  REQUIRE(dragoman_encoded_get(encoded, 0, &tokens) == nullptr);
  dragoman_texts* decoded = nullptr;
  REQUIRE(dragoman_tokenizer_decode(tokenizer, tokens.ids, tokens.count, &decoded) == nullptr);
  size_t count = 0;
  const dragoman_text* texts = dragoman_texts_view(decoded, &count);
  REQUIRE(count == 1);
  CHECK(std::string(texts[0].data, texts[0].size) == "abba");
  const int32_t wrong = 12345;
  CHECK(taken(dragoman_tokenizer_decode(tokenizer, &wrong, 1, &decoded)).first ==
        DRAGOMAN_INVALID_ARGUMENT);
  CHECK(taken(dragoman_tokenizer_decode(tokenizer, nullptr, 1, &decoded)).second ==
        "a list of ids has a count, but is NULL");
  CHECK(taken(dragoman_tokenizer_train(&line, 1, nullptr, 0, text(""))).first ==
        DRAGOMAN_INVALID_ARGUMENT);
  dragoman_texts_free(decoded);
  dragoman_encoded_free(encoded);
  dragoman_tokenizer_free(tokenizer);
}

TEST_CASE("attention is there by part, layer and head") {
  dragoman_attention_viewer* viewer = nullptr;
  REQUIRE(dragoman_attention_open(text(tiny_translator()), &viewer) == nullptr);
  dragoman_attention* attention = nullptr;
  REQUIRE(dragoman_attention_view(viewer, text("abc"), text("cba"), &attention) == nullptr);
  dragoman_attention_size size{};
  size.size = sizeof size;
  dragoman_attention_get(attention, &size);
  REQUIRE(size.num_layers[DRAGOMAN_CROSS] > 0);
  const float* const row = dragoman_attention_weights(attention, DRAGOMAN_CROSS, 0, 0);
  REQUIRE(row != nullptr);
  double sum = 0;
  for (size_t i = 0; i < size.num_source_tokens; ++i) sum += row[i];
  CHECK(sum == Approx(1).margin(1e-5));
  CHECK(dragoman_attention_weights(attention, DRAGOMAN_CROSS, 99, 0) == nullptr);
  dragoman_attention_free(attention);
  dragoman_attention_viewer_free(viewer);
}

}  // namespace dragoman
