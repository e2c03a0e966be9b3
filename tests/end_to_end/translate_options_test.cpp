#include <nlohmann/json.hpp>
#include <regex>

#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

using nlohmann::json;

const std::string kLines = "The dog sleeps.\nI see the house.\nThe small cat sees the dog.\n";

Outcome translate(const std::string& text, const std::string& options) {
  const TemporaryFolder folder;
  write_text(folder / "in", text);
  return run_program("translate " + tiny_run() + " --input '" + folder / "in" + "' " + options);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<json> json_of(const std::string& text) {
  std::vector<json> values;
  for (const std::string& line : lines_of(text)) values.push_back(json::parse(line));
  return values;
}

/// Translations with everything that is told of them.
std::vector<json> translate_to_json(const std::string& text, const std::string& options) {
  const Outcome outcome = succeeded(translate(text, "--format json " + options));
  return json_of(outcome.out);
}

}  // namespace

TEST_CASE("n-best lists: Moses' format and JSON tell the same, and the first is the translation") {
  const std::vector<std::string> best = lines_of(translate(kLines, "--beam 3").out);
  const std::vector<std::string> list = lines_of(translate(kLines, "--beam 3 --num-best 2").out);
  const std::vector<json> objects = translate_to_json(kLines, "--beam 3 --num-best 2");
  REQUIRE(objects.size() == 3);
  REQUIRE(list.size() == 6);
  for (size_t i = 0; i < 3; ++i) {
    const json& translations = objects[i]["translations"];
    CHECK(objects[i]["line"] == i);
    REQUIRE(translations.size() == 2);
    CHECK(translations[0]["text"] == best[i]);
    CHECK(translations[0]["score"] >= translations[1]["score"]);
    CHECK(list[2 * i].starts_with(std::to_string(i) + " ||| " + best[i] + " ||| "));
    double sum = 0;
    for (const double value : translations[0]["token_log_probabilities"]) sum += value;
    CHECK(translations[0]["log_probability"].get<double>() == Approx(sum).margin(1e-4));
  }
}

TEST_CASE("score of given translations equals translate's with the same ones forced") {
  const TemporaryFolder folder;
  const std::string targets = "Der Hund schläft.\nIch sehe das Haus.\nDie kleine Katze.\n";
  write_text(folder / "source", kLines);
  write_text(folder / "target", targets);
  write_text(folder / "list",
             "0 ||| Der Hund schläft.\n1 ||| Ich sehe das Haus. ||| A= 1 ||| -2\n");
  const std::string files = tiny_run() + " --source '" + folder / "source" + "' --target '";

  // `score` gives the model's own probabilities: those of translate when no token is excluded.
  const auto forced =
      translate_to_json(kLines, "--alignment --unknown allow --prefix '" + folder / "target" + "'");
  const auto texts = lines_of(run_program("score " + files + folder / "target" + "'").out);
  const auto objects = json_of(
      run_program("score " + files + folder / "target" + "' --format json --alignment").out);
  REQUIRE(texts.size() == 3);
  REQUIRE(objects.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    const json &given = objects[i]["translations"][0], &begun = forced[i]["translations"][0];
    const size_t length = given["tokens"].size();
    CHECK(given["text"] == lines_of(targets)[i]);
    CHECK(std::stod(texts[i]) == Approx(given["log_probability"].get<double>()).margin(1e-3));
    REQUIRE(given["token_log_probabilities"].size() == length + 1);
    for (size_t t = 0; t < length; ++t) {
      CHECK(given["tokens"][t] == begun["tokens"][t]);
      CHECK(given["attention"][t].size() == begun["attention"][t].size());
      CHECK(given["token_log_probabilities"][t].get<double>() ==
            Approx(begun["token_log_probabilities"][t].get<double>()).margin(1e-3));
    }
  }

  const auto list =
      lines_of(run_program("score " + files + folder / "list" + "' --n-best --feature LM").out);
  REQUIRE(list.size() == 2);
  CHECK(list[0].starts_with("0 ||| Der Hund schläft. ||| LM= " + texts[0].substr(0, 4)));
  CHECK(list[1].starts_with("1 ||| Ich sehe das Haus. ||| A= 1 LM= " + texts[1].substr(0, 4)));
  CHECK(list[1].ends_with(" ||| -2"));
  check_error(run_program("score " + files + folder / "list" + "'"), 1, "line n");
}

TEST_CASE("a scored n-best list has each feature once, under a name that Moses can read") {
  const TemporaryFolder folder;
  write_text(folder / "source", kLines);
  write_text(folder / "list",
             "0 ||| Der Hund. ||| A= 1 ||| -2\n0 ||| Ein Hund. ||| A= 1 LM= -3 ||| -4\n");
  const std::string score = "score " + tiny_run() + " --source " + quoted(folder / "source") +
                            " --target " + quoted(folder / "list") + " --n-best --feature ";
  check_error(run_program(score + "LM"), 1, "list:2: the entry has the feature LM= already");
  CHECK_THAT(run_program(score + "M").out, ContainsSubstring(" ||| A= 1 LM= -3 M= "));
  for (const std::string name : {"a b", "a\tb", "a=", "a|||b"})
    check_error(run_program(score + quoted(name)), 2, "--feature `" + name + "` is no name");
  check_error(run_program(score + "M --format json"), 2, "leave out --n-best, or --format");
  check_error(run_program(score + "M --alignment"), 2, "leave out --n-best, or --alignment");
  CHECK(run_program(score + "M --format moses").status == 0);
  check_error(run_program("score " + tiny_run() + " --feature M"), 2,
              "--feature requires --n-best");
}

TEST_CASE("an n-best list is scored as the text that it has references for, and numbers lines") {
  const TemporaryFolder folder;
  write_text(folder / "source", "The dog sleeps.\n");
  write_text(folder / "target", "Der ||| Hund.\n");
  write_text(folder / "list", "0 ||| Der &#124;&#124;&#124; Hund. ||| A= 1 ||| -2\n");
  write_text(folder / "wrong", "18446744073709551615 ||| Der Hund. ||| A= 1 ||| -2\n");
  const std::string score =
      "score " + tiny_run() + " --source " + quoted(folder / "source") + " --target ";
  const std::string number = run_program(score + quoted(folder / "target")).out.substr(0, 5);
  CHECK_THAT(run_program(score + quoted(folder / "list") + " --n-best --feature LM").out,
             ContainsSubstring("0 ||| Der &#124;&#124;&#124; Hund. ||| A= 1 LM= " + number));
  check_error(run_program(score + quoted(folder / "wrong") + " --n-best"), 1,
              "wrong:1: no entry of an n-best list");
}

TEST_CASE("alignments link words, and come with the text") {
  const std::vector<std::string> lines =
      lines_of(translate("The dog sleeps.\n\n", "--alignment").out);
  REQUIRE(lines.size() == 2);
  CHECK(std::regex_search(lines[0], std::regex(R"( \|\|\| \d+-\d+)")));
  CHECK(lines[1] == " ||| ");
  const json translation =
      translate_to_json("The dog sleeps.\n", "--alignment")[0]["translations"][0];
  CHECK(translation["attention"].size() == translation["tokens"].size());
  CHECK(translation["attention"][0].size() == translation["source_tokens"].size());
  CHECK(translation["token_alignment"].size() == translation["tokens"].size());
}

TEST_CASE("prefixes, constraints and terms are in the translations") {
  const TemporaryFolder folder;
  write_text(folder / "prefix", "Der kleine\n\nDas\n");
  write_text(folder / "tabs", "Haus\n\nHund\tdie\n");
  write_text(folder / "json", "[\"Haus\"]\n\n{\"constraints\": [\"Hund\", \"die\"]}\n");
  write_text(folder / "terms", "dog\tKatze\n");
  const auto forced = lines_of(translate(kLines, "--prefix '" + folder / "prefix" + "'").out);
  REQUIRE(forced.size() == 3);
  CHECK(forced[0].starts_with("Der kleine"));
  CHECK(forced[2].starts_with("Das"));
  CHECK(forced[1] == lines_of(translate(kLines, "").out)[1]);

  const std::string tabs = translate(kLines, "--constraints '" + folder / "tabs" + "'").out;
  CHECK(tabs == translate(kLines, "--constraints '" + folder / "json" + "'").out);
  CHECK_THAT(lines_of(tabs)[0], ContainsSubstring("Haus"));
  CHECK_THAT(lines_of(tabs)[2], ContainsSubstring("Hund"));
  CHECK_THAT(lines_of(tabs)[2], ContainsSubstring("die"));
  const auto terms = lines_of(translate(kLines, "--terminology '" + folder / "terms" + "'").out);
  CHECK_THAT(terms[0], ContainsSubstring("Katze"));
  CHECK_THAT(terms[2], ContainsSubstring("Katze"));
}

TEST_CASE("samples depend on seed and text alone, not on neighbours, batches and workers") {
  const std::string options = "--samples 3 --num-best 3 --temperature 1.5 ";
  const auto together = json_of(translate(kLines, options + "--format json").out);
  REQUIRE(together.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    const auto alone = translate_to_json(lines_of(kLines)[i] + "\n",
                                         options + "--batch-tokens 1 --workers 2 --threads 1");
    for (size_t n = 0; n < 3; ++n)
      CHECK(alone[0]["translations"][n]["text"] == together[i]["translations"][n]["text"]);
  }
  CHECK(translate(kLines, options + "--seed 2").out != translate(kLines, options).out);
  CHECK(lines_of(translate(kLines, "--samples 8 --mbr chrf").out).size() == 3);
}

TEST_CASE("an ensemble of a model with itself is that model") {
  CHECK(translate(kLines, tiny_run() + " --weights 2 1").out == translate(kLines, "").out);
}

TEST_CASE("a line's translation and its scores depend on that line alone") {
  const std::string precision = GENERATE("fp32", "bf16", "int8");
  const std::string options = "--precision " + precision + " --beam " + GENERATE("1", "3");
  const std::string text = content_of(TinyRun::get().corpus("train.en"));
  const auto translations_of = [&](const std::string& lines, const std::string& how) {
    std::vector<std::string> translations;
    for (const json& line : translate_to_json(lines, options + how))
      translations.push_back(line["translations"].dump());
    return translations;
  };
  const auto expected = translations_of(text, " --threads 1");
  REQUIRE(expected.size() == 300);
  CHECK((translations_of(text, " --threads 2 --batch-tokens 16384") == expected));
  CHECK((translations_of(text, " --workers 2 --batch-tokens 50") == expected));
  std::string reversed;
  for (const std::string& line : lines_of(text)) reversed = line + "\n" + reversed;
  auto backwards = translations_of(reversed, " --workers 2");
  std::reverse(backwards.begin(), backwards.end());
  CHECK((backwards == expected));
}

TEST_CASE("options without effect for lack of another end translate before it begins") {
  const std::string markup = " has no effect without --markup: set that too, or leave it out";
  check_error(translate(kLines, "--markup-sentences"), 2, "--markup-sentences" + markup);
  check_error(translate(kLines, "--set search.markup_attributes=true"), 2,
              "--markup-attributes" + markup);
  check_error(translate(kLines, "--stand-ins dog --protect none"), 2,
              "--stand-ins has no effect without --protect or --markup");
  for (const std::string option : {"--document-review", "--document-entries all"}) {
    for (const std::string document : {"", " --document html"}) {
      check_error(
          translate(kLines, option + document), 2,
          option.substr(0, option.find(' ')) + " has no effect without --document po or xliff");
    }
  }
  CHECK(translate(kLines, "--stand-ins dog --protect default").status == 0);
  CHECK(translate(kLines, "--markup html --markup-sentences --markup-attributes").status == 0);
}

TEST_CASE("options for markup that have no effect on a document are refused") {
  const auto check_refused = [](const std::string& option, const std::string& document) {
    CAPTURE(option, document);
    check_error(translate(kLines, option + " --document " + document), 2,
                option.substr(0, option.find(' ')) + " has no effect with --document " + document +
                    ": leave it out, or change that");
  };
  for (const std::string document : {"po", "xliff", "srt"}) {
    check_refused("--markup-attributes", document);
    check_refused("--markup html", document);
  }
  check_refused("--markup xml", "html");
  check_refused("--markup-sentences", "html");
  check_refused("--markup-sentences", "srt");
  CHECK(translate(kLines, "--document html --markup html --markup-attributes").status == 0);
  CHECK(translate(kLines, "--document html --markup none --stand-ins dog").status == 0);
}

TEST_CASE("settings of a folder wait for the option that they belong to") {
  const TemporaryFolder folder;
  TinyRun::get().copy_to(folder);
  json config = json::parse(content_of(folder / "run/config.json"));
  config["search"]["stand_ins"] = {"dog"};
  config["search"]["markup_sentences"] = config["search"]["markup_attributes"] = true;
  write_text(folder / "run/config.json", config.dump());
  write_text(folder / "in", kLines);
  const std::string command =
      "translate " + quoted(folder / "run") + " --input " + quoted(folder / "in");
  CHECK(run_program(command).status == 0);
  CHECK(run_program(command + " --protect default --markup html").status == 0);
  CHECK(run_program(command + " --document html").status == 0);
  config["search"]["markup"] = "xml";
  write_text(folder / "run/config.json", config.dump());
  write_text(folder / "in", "msgid \"a dog\"\nmsgstr \"\"\n");
  CHECK(run_program(command + " --document po").status == 0);
  CHECK(run_program(command + " --document po --markup-attributes").status == 2);
}

TEST_CASE("contradictory or impossible options end translate before it begins") {
  const TemporaryFolder folder;
  write_text(folder / "one", "Der\n");
  write_text(folder / "unknown", "\n\nŻółw\n");
  check_error(translate(kLines, "--prefix '" + folder / "one" + "'"), 1, "1 lines");
  check_error(translate(kLines, "--constraints '" + folder / "one" + "'"), 1, "1 lines");
  check_error(translate(kLines, "--constraints '" + folder / "unknown" + "'"), 2,
              "in:3: the phrase `Żółw`");
  check_error(translate(kLines, "--num-best 9 --beam 2"), 2,
              "--num-best is 9, but may be at most --beam, 2: raise that, or lower --num-best");
  check_error(translate(kLines, "--num-best 2 --format text"), 2, "--format");
  check_error(translate(kLines, "--beam 1000"), 2, "--beam is 1000, more than the");
  check_error(translate(kLines, "--temperature 0.5"), 2,
              "--temperature, --top-k, --top-p and --epsilon are for sampling: set --samples too");
  check_error(translate(kLines, "--min-length 9 --max-length 5"), 2,
              "--min-length is 9, more than --max-length, 5");
  check_error(translate(kLines, "--suppress notapiece"), 2, "--suppress names `notapiece`");
  check_error(translate(kLines, "--alignment-layer 77"), 2, "layers");
  check_error(translate(kLines, "--beam x"), 2, "--beam is \"x\"");
  check_error(translate(kLines, "--precision int3"), 2, "--precision");
  check_error(translate(kLines, "--format xml"), 2, "--format");
  check_error(translate(kLines, "--weights 1 2"), 2, "as many weights");
  check_error(translate(kLines, "--workers 0"), 2, "worker");
}

}  // namespace dragoman
