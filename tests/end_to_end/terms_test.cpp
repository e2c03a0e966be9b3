#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

/// Trains TinyRun's configuration on aligned text with terms.
std::string with_terms(const TemporaryFolder& folder, const std::string& options = "") {
  return train_tiny(folder / "run",
                    "--set data.train.0.alignment=auto --set data.terms.rate=0.5 " + options);
}

std::string inline_translation(const std::string& folder, const std::string& options) {
  return succeeded(run_program("translate " + quoted(folder + "/run") + " --input " +
                               quoted(folder + "/text") + " --terminology " +
                               quoted(folder + "/terms") + " " + options))
      .out;
}

}  // namespace

TEST_CASE("a run with terms goes on to the same end, unless its lemmas are others") {
  const TemporaryFolder folder;
  write_text(folder / "lemmas", "Häuser\tHaus\nist\tsein\n");
  const std::string lemmas = "--set data.terms.lemmas=" + quoted(folder / "lemmas") + " ";
  succeeded(run_program(with_terms(folder, lemmas + "--set train.updates=8 --threads 1")));
  const std::string weights = weights_of(folder / "run");
  std::filesystem::rename(folder / "run", folder / "straight");
  succeeded(run_program(with_terms(folder, lemmas + "--set train.updates=4 --threads 2")));
  succeeded(run_program(with_terms(folder, lemmas + "--set train.updates=8 --resume")));
  CHECK(weights_of(folder / "run") == weights);
  write_text(folder / "lemmas", "Häuser\tHaus\nist\tbleiben\n");
  check_error(run_program(with_terms(folder, lemmas + "--set train.updates=9 --resume")), 2,
              ": data.terms.lemmas changed since ");
}

TEST_CASE(
    "terms are inline for a model that was trained with them, in lines, markup and documents") {
  const TemporaryFolder folder;
  succeeded(run_program(with_terms(folder, "--set train.updates=8")));
  write_text(folder / "text", "the <b>dog</b> sleeps\n\nthe house\n");
  write_text(folder / "terms", "dog\tKatze\n");
  const auto translated = [&](const std::string& options) {
    return inline_translation(folder / "", options);
  };
  const std::string in_line = "--terminology-mode inline ";
  const std::string marked = translated(in_line + "--markup html");
  CHECK(count_lines(marked) == 3);
  CHECK_THAT(marked, ContainsSubstring("<b>"));
  CHECK_THAT(marked, ContainsSubstring("</b>"));
  CHECK_THAT(translated(in_line + "--document html"), ContainsSubstring("</b>"));
  write_text(folder / "text", "the dog sleeps\n");
  const std::string aligned = translated(in_line + "--alignment --format json");
  CHECK_THAT(aligned, !ContainsSubstring("⟦"));
  CHECK_THAT(aligned, !ContainsSubstring("Katze"));
  CHECK_THAT(aligned, ContainsSubstring("\"source_tokens\":[\"▁the\""));
  CHECK_THAT(translated(""), ContainsSubstring("Katze"));
}

TEST_CASE("terms inline are refused by a model that does not know their signs") {
  const TemporaryFolder folder;
  write_text(folder / "text", "the dog\n");
  write_text(folder / "terms", "dog\tKatze\n");
  check_error(
      run_program("translate " + TinyRun::get().run() + " --input " + quoted(folder / "text") +
                  " --terminology " + quoted(folder / "terms") + " --terminology-mode inline"),
      2, "train one with data.terms");
  check_error(run_program(with_terms(
                  folder, "--set tokenizer.model=" + TinyRun::get().run() + "/tokenizer.model")),
              1, "the sign ⟦ of data.terms is not one token");
  write_text(folder / "lemmas", "a\tb\nc\n");
  const TemporaryFolder other;
  check_error(
      run_program(with_terms(other, "--set data.terms.lemmas=" + quoted(folder / "lemmas"))), 1,
      "lemmas:2: not a word, one tab and its lemma: `c`");
}

TEST_CASE("a term that the model cannot write is refused, and its line named") {
  const TemporaryFolder folder;
  write_text(folder / "text", "a dog\n");
  write_text(folder / "terms", "dog\tŻółw\n");
  check_error(run_program("translate " + tiny_run() + " --input " + quoted(folder / "text") +
                          " --terminology " + quoted(folder / "terms")),
              2, "text:1: the term's translation `Żółw` cannot be part");
}

}  // namespace dragoman
