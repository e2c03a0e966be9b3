#include "catch.h"
#include "data/placeholder_symbols.h"
#include "echo_model.h"
#include "io/settings_write.h"
#include "model_folder/model_folder.h"
#include "temporary_folder.h"
#include "tiny_folders.h"
#include "trained_tokenizer.h"
#include "translate/document_translator.h"
#include "translate/markup_translator.h"
#include "translate/translator.h"
#include "written_file.h"

namespace dragoman {
namespace {

using Lines = std::vector<std::string>;

/// A tokenizer of the letters a to h that knows placeholders, and no other sign of what stays.
Tokenizer letters_and_placeholders() {
  TokenizerSettings settings;
  settings.user_symbols = placeholder_symbols();
  settings.vocabulary_size = 13 + static_cast<int64_t>(settings.user_symbols.size());
  return character_tokenizer({"abc def gh.", "hgf. edc ba"}, settings);
}

/// A translator that writes lines backwards, letter by letter.
struct Backwards {
  explicit Backwards(bool knows_placeholders)
      : lines(model, {.source = tokenizer,
                      .target = tokenizer,
                      .max_length = 64,
                      .knows_placeholders = knows_placeholders}) {
    settings.beam = 1;
    settings.protect = {"default"};
  }

  std::string translate(const TranslationRequest& request) const {
    TranslationCounts counts;
    return translate_markup(lines, {request}, settings, counts)[0][0].text;
  }

  Tokenizer tokenizer = letters_and_placeholders();
  EchoModel model{tokenizer, true};
  LineTranslator lines;
  SearchSettings settings;
};

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("protected parts follow their placeholders in any order") {
  const Backwards backwards(true);
  CHECK(backwards.translate({"ab {{x y}} cd %1$s ef"}) == "fe %1$s dc {{x y}} ba");
  CHECK(backwards.translate({"ab https://www.example.org/?q=1 cd."}) ==
        ".dc https://www.example.org/?q=1 ba");
  CHECK(backwards.translate({"{x}"}) == "{x}");
  CHECK(backwards.translate({""}).empty());
  CHECK(backwards.translate({"ab cd"}) == "dc ba");
}

TEST_CASE("a placeholder in the text itself stands for no protected part") {
  const Backwards backwards(true);
  CHECK(backwards.translate({"ab ⟨1⟩ cd {x} ef"}) == "fe {x} dc ⟨1⟩ ba");
  CHECK(backwards.translate({"ab ⟨1⟩ cd ⟨1⟩ ef"}) == "fe ⟨1⟩ dc ⟨1⟩ ba");
}

TEST_CASE("more than eight parts stay, too, each once") {
  const Backwards backwards(true);
  std::string text = "a";
  for (int i = 0; i < 12; ++i) text += " {p" + std::to_string(i) + "} b";
  const std::string written = backwards.translate({text});
  for (int i = 0; i < 12; ++i) CHECK(count_of(written, "{p" + std::to_string(i) + "}") == 1);
  CHECK(written.find("{p7} b {p6} b {p5}") != std::string::npos);
}

TEST_CASE("a model that does not know placeholders reads the parts themselves") {
  const Backwards backwards(false);
  CHECK(backwards.lines.placeholders().empty());
  CHECK(count_of(backwards.translate({"ab {dd} cd"}), "{dd}") == 1);
  SearchSettings aligned = backwards.settings;
  TranslationCounts counts;
  const auto found = translate_markup(backwards.lines, {{"ab {dd} cd"}}, aligned, counts);
  CHECK(std::count(found[0][0].tokens.begin(), found[0][0].tokens.end(), "d") == 3);
}

TEST_CASE("a model that does not know placeholders reads words in their place") {
  Backwards backwards(false);
  backwards.settings.stand_ins = {"gg", "hh"};
  CHECK(backwards.translate({"ab {x} cd %s ef"}) == "fe %s dc {x} ba");
  CHECK(backwards.translate({"ab gg {x} cd"}) == "dc {x} gg ba");
  backwards.settings.document = DocumentFormat::kSrt;
  TranslationCounts counts;
  const std::string file = "1\n00:00:01,000 --> 00:00:02,000\nab {x} cd\n";
  CHECK(translate_documents(backwards.lines, {{file}}, backwards.settings, counts)[0][0]
            .text.ends_with("dc {x} ba\n"));
}

TEST_CASE("a model that knows placeholders reads no words in their place") {
  Backwards backwards(true);
  backwards.settings.stand_ins = {"gg"};
  TranslationCounts counts;
  const auto found = translate_markup(backwards.lines, {{"ab {x} cd"}}, backwards.settings, counts);
  CHECK(found[0][0].text == "dc {x} ba");
  CHECK(std::count(found[0][0].tokens.begin(), found[0][0].tokens.end(), "g") == 0);
}

TEST_CASE("kept elements and parts named by their offsets have placeholders, too") {
  Backwards backwards(true);
  CHECK(backwards.translate({.text = "ab cd ef", .protected_spans = {{3, 5}}}) == "fe cd ba");
  backwards.settings.markup = Markup::kHtml;
  CHECK(backwards.translate({"ab <code>cd</code> <b>ef</b>"}) == "<b>fe</b> <code>cd</code> ba");
}

TEST_CASE("prefixes, phrases and n-best translations have protected parts once") {
  Backwards backwards(true);
  CHECK(backwards.translate({.text = "ab {x} cd", .prefix = "h {x}"}).starts_with("h {x}"));
  CHECK(count_of(backwards.translate({.text = "ab {x} cd", .prefix = "h {x}"}), "{x}") == 1);
  backwards.settings.beam = backwards.settings.num_best = 3;
  TranslationCounts counts;
  const auto found = translate_markup(
      backwards.lines, {{.text = "ab {x} cd", .phrases = {"d {x}"}}}, backwards.settings, counts);
  for (const Translation& translation : found[0]) CHECK(count_of(translation.text, "{x}") == 1);
  CHECK(found[0][0].text.find("d {x}") != std::string::npos);
  const auto check = [&](const std::string& phrase) {
    check_markup(backwards.lines, {{.text = "ab {x} cd", .phrases = {phrase}}}, backwards.settings);
  };
  CHECK_NOTHROW(check("d {x}"));
  CHECK_THROWS_WITH(check("d {y}"), ContainsSubstring("lacks characters of it"));
}

TEST_CASE("documents have placeholders") {
  Backwards backwards(true);
  backwards.settings.document = DocumentFormat::kSrt;
  TranslationCounts counts;
  const std::string file = "1\n00:00:01,000 --> 00:00:02,000\nab {x} cd\n";
  const auto found = translate_documents(backwards.lines, {{file}}, backwards.settings, counts);
  CHECK(found[0][0].text == "1\n00:00:01,000 --> 00:00:02,000\ndc {x} ba\n");
}

TEST_CASE("a folder says whether its model knows placeholders; in an ensemble all must") {
  const TemporaryFolder folder;
  for (const bool knows : {false, true}) {
    const std::string run = folder / (knows ? "knows" : "plain");
    write_tiny_model(run, Architecture::kTranslator);
    FolderSettings settings = read_folder_settings(run);
    settings.data.placeholders = knows ? 0.1 : 0;
    written_file(FolderPaths(run).config(), write_settings(settings).dump(2));
  }
  // The letters of this model lack both the brace and the placeholder, which its tokens show.
  const auto reads_brace = [&](const Lines& runs) {
    SearchSettings settings;
    settings.protect = {"default"};
    settings.alignment = true;
    const auto found = Translator(runs).translate_n_best({{"ab {dd} cd"}}, settings);
    CHECK(count_of(found[0][0].text, "{dd}") == 1);
    const Lines& read = found[0][0].source_tokens;
    return std::count(read.begin(), read.end(), "d") == 3;
  };
  CHECK(reads_brace({folder / "plain"}));
  CHECK(!reads_brace({folder / "knows"}));
  CHECK(!reads_brace({folder / "knows", folder / "knows"}));
  CHECK(reads_brace({folder / "knows", folder / "plain"}));
}

TEST_CASE("a shortlist has the placeholders of its sentence, and no others") {
  const Tokenizer tokenizer = letters_and_placeholders();
  const Shortlist shortlist(std::vector<TokenIds>(static_cast<size_t>(tokenizer.vocabulary_size())),
                            {tokenizer.eos_id()}, tokenizer.vocabulary_size());
  const auto candidates = [&](bool knows_placeholders) {
    TranslationCounts counts;
    const TextSides sides{tokenizer, tokenizer, 20, &shortlist, knows_placeholders};
    return LineEncoder(sides, {}).encode({{"ab ⟨2⟩"}}, counts).tasks[0].candidates;
  };
  const auto has = [&](const TokenIds& ids, const std::string& piece) {
    return std::count(ids.begin(), ids.end(), *tokenizer.id_of(piece)) == 1;
  };
  CHECK(has(candidates(true), "⟨2⟩"));
  CHECK(!has(candidates(true), "⟨1⟩"));
  CHECK(!has(candidates(false), "⟨2⟩"));
}

}  // namespace dragoman
