#include "catch.h"
#include "texts_to_score.h"

namespace dragoman {

TEST_CASE("references may come from a pipe") {
  const Texts texts;
  const auto evaluate = [&](const std::string& files) {
    return texts.evaluate(tiny_run() + " --beam 1 " + files);
  };
  const Outcome from_file = evaluate("--source system --reference reference");
  REQUIRE(from_file.status == 0);
  CHECK(evaluate("--output out --source system --reference <(cat reference)").out == from_file.out);
  CHECK(evaluate("--source system --reference - <reference").out == from_file.out);
  check_error(evaluate("--source - --reference -"), 2, "standard input can be read once");
}

TEST_CASE("an output never replaces the source or a reference") {
  const Texts texts;
  texts.run("ln -s reference link");
  const std::string model = tiny_run() + " --source system --reference more --reference reference";
  for (const std::string output : {"reference", "./more", "link", "system"})
    check_error(texts.evaluate(model + " --output " + output), 2,
                "is read, and the output would replace it");
  CHECK(texts.run("cat system reference more").out == kSystem + kReference + kMore);
}

TEST_CASE("mistakes are told before the source is translated") {
  const Texts texts;
  // Opening the folder fails: what is told instead was found before.
  const auto refused = [&texts](const std::string& options, int status, const std::string& says) {
    INFO(options);
    check_error(texts.evaluate("no-model --source system " + options), status, says);
  };
  const std::string reference = "--reference reference ";
  refused(reference, 1, "no-model");
  refused("--reference nosuch", 1, "nosuch");
  refused("--reference .", 1, "it is a folder");
  refused(reference + "--tokenize foo", 2, "foo");
  refused(reference + "--metrics chrf --chrf-char-order 0", 2, "must be 1 or more");
  refused(reference + "--sentence-level --metrics bleu ter", 2, "--sentence-level");
  refused(reference + "--seed abc", 2, "--seed abc");
  refused(reference + "--paired-bs", 2, "compare systems");
  refused(reference + "--num-refs 2", 1, "reference:1 has 1 tab-separated references");
  refused(reference + "--reference more --num-refs 2", 2, "--num-refs goes with one --reference");
  refused(reference + "--output nosuch/out", 1, "nosuch/out");
}

TEST_CASE("a document is no source to score") {
  const Texts texts;
  check_error(texts.evaluate(tiny_run() +
                             " --source system --reference reference --set search.document=html"),
              2, "lines, not documents");
}

TEST_CASE("a source line that is too long for the model is warned of once, unless quiet") {
  const Texts texts;
  texts.run("(cat reference; yes 'The dog sees the house.' | head -100 | paste -sd ' ') > long");
  const std::string arguments =
      tiny_run() + " --beam 1 --source long --reference long --perturb upper,typo";
  const Outcome outcome = succeeded(texts.evaluate(arguments));
  CHECK(count_lines(outcome.err) == 1);
  CHECK_THAT(outcome.err,
             ContainsSubstring("long:3: longer than the model takes: translated in parts"));
  CHECK(texts.evaluate(arguments + " --quiet").err.empty());
}

TEST_CASE("a source of more lines than are translated at a time is evaluated like its lines") {
  const Texts texts;
  const std::string run = tiny_run() + " --beam 1 --workers 1 --threads 2 ";
  texts.run(
      "yes 'The dog sees.' | head -4100 > many; "
      "yes 'The dog sees the house.' | head -100 | paste -sd ' ' >> many");
  const Outcome outcome =
      succeeded(texts.evaluate(run + "--source many --reference many --output evaluated"));
  CHECK_THAT(outcome.err, ContainsSubstring("many:4101: longer than the model takes"));
  CHECK(texts.run("\"$dragoman\" translate " + run + "--input many > translated").status == 0);
  CHECK(texts.run("cmp evaluated translated; wc -l < evaluated").out == "4101\n");
}

TEST_CASE("all scores of a model that lower-cases its text ignore case") {
  const Texts texts;
  texts.run("cp -r " + tiny_run() +
            " lower; sed -i 's/\"lowercase\": false/\"lowercase\": true/' lower/config.json");
  const Outcome outcome = texts.evaluate(
      "lower --beam 1 --source system --reference reference --metrics bleu chrf ter "
      "--ter-case-sensitive");
  CHECK_THAT(outcome.out, ContainsSubstring("BLEU|nrefs:1|case:lc") &&
                              ContainsSubstring("chrF2|nrefs:1|case:lc") &&
                              ContainsSubstring("TER|nrefs:1|case:lc"));
}

TEST_CASE("a perturbed source is scored beside the plain one, as files of its translations are") {
  const TinyRun& tiny = TinyRun::get();
  const Texts texts;
  const std::string run = tiny_run() + " --source '" + tiny.corpus("test.en") + "'",
                    reference = " --reference '" + tiny.corpus("test.de") + "'";
  const Outcome upper =
      succeeded(texts.evaluate(run + reference + " --perturb upper --output plain"));
  succeeded(texts.run("tr a-z A-Z < '" + tiny.corpus("test.en") + "' | \"$dragoman\" translate " +
                      tiny_run() + " > upper"));
  CHECK(upper.out ==
        texts.evaluate("--hypothesis plain upper --lowercase --format text" + reference).out);
  CHECK_THAT(upper.out, ContainsSubstring("case:lc"));

  const std::string typos = run + reference + " --perturb typo";
  const Outcome typo = texts.evaluate(typos);
  CHECK_THAT(typo.out, ContainsSubstring("typo") && ContainsSubstring("case:mixed"));
  CHECK(texts.evaluate(typos).out == typo.out);
  CHECK_THAT(texts.evaluate(typos + " --format json").out,
             ContainsSubstring("\"system\": \"typo\""));
  const Outcome none =
      texts.evaluate(run + reference + " --perturb typo --typo-rate 0 --paired-bs");
  CHECK_THAT(none.out, ContainsSubstring("Baseline: plain"));

  check_error(texts.evaluate(run + reference + " --perturb noise"), 2, "--perturb");
  check_error(texts.evaluate(run + reference + " --perturb typo,typo"), 2, "typo twice");
  check_error(texts.evaluate(run + reference + " --perturb typo --typo-rate 2"), 2, "--typo-rate");
  check_error(texts.evaluate(run + reference + " --perturb typo --sentence-level"), 2,
              "--sentence-level");
  check_error(texts.evaluate("--hypothesis system --reference reference --perturb upper"), 2,
              "--perturb goes with RUN");
}

}  // namespace dragoman
