#include "catch.h"
#include "texts_to_score.h"

namespace dragoman {

// The scores are sacreBLEU 2.6.0's, of `sacrebleu reference -i system`.

TEST_CASE("files are scored in JSON, or as text") {
  const Texts texts;
  const Outcome json = succeeded(texts.evaluate("--hypothesis system --reference reference"));
  CHECK_THAT(json.out, Catch::Matchers::StartsWith("{\n \"name\": \"BLEU\",\n \"score\": 55.1,\n"));
  CHECK_THAT(json.out, ContainsSubstring("\"verbose_score\": \"82.4/66.7/46.2/36.4 (BP = 1.000 "));
  const Outcome text = texts.evaluate("--hypothesis system --reference reference --format text");
  CHECK(text.out ==
        "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0 = 55.1 "
        "82.4/66.7/46.2/36.4 (BP = 1.000 ratio = 1.133 hyp_len = 17 ref_len = 15)\n");
}

TEST_CASE("a byte order mark is part of the first word, as for sacreBLEU, and is warned of") {
  const Texts texts;
  texts.write("system", "\xef\xbb\xbf" + kSystem);
  const Outcome outcome =
      texts.evaluate("--hypothesis system --reference reference --format text --width 4");
  CHECK_THAT(outcome.out, ContainsSubstring(" = 46.8382 "));
  CHECK_THAT(outcome.err, ContainsSubstring("warning: system begins with a byte order mark"));
  CHECK(texts.evaluate("--quiet --hypothesis system --reference reference").err.empty());
}

TEST_CASE("several metrics come in alphabetical order") {
  const Texts texts;
  const Outcome outcome = succeeded(texts.evaluate(
      "--metrics ter bleu chrf --hypothesis system --reference reference --reference more "
      "--format text --score-only --width 3"));
  CHECK(texts
            .evaluate("--metrics ter,bleu chrf --hypothesis system --reference reference "
                      "--reference more --format text --score-only --width 3")
            .out == outcome.out);
  CHECK(count_lines(outcome.out) == 3);
  CHECK(outcome.out == texts
                           .run("for m in bleu chrf ter; do \"$dragoman\" evaluate --metrics $m "
                                "--hypothesis system --reference reference --reference more "
                                "--format text --score-only --width 3; done")
                           .out);
}

TEST_CASE("several systems make a table, with a test on demand") {
  const Texts texts;
  const std::string systems =
      "--hypothesis system other --reference reference --metrics bleu chrf ";
  CHECK_THAT(texts.evaluate(systems).out,
             ContainsSubstring("        \"system\": \"other\",\n        \"BLEU\": \""));
  CHECK_THAT(texts.evaluate(systems + "--paired-bs --paired-bs-n 50 --format text").out,
             ContainsSubstring("Baseline: system") &&
                 ContainsSubstring("nrefs:1|bs:50|seed:12345|case:mixed"));
  CHECK_THAT(texts.evaluate(systems + "--paired-ar --paired-ar-n 50 --format latex").out,
             ContainsSubstring("\\toprule") && ContainsSubstring("nrefs:1|ar:50|seed:12345|"));
}

TEST_CASE("LaTeX of one system is text, with a warning") {
  const Texts texts;
  const std::string one = "--hypothesis system --reference reference --format ";
  const Outcome latex = texts.evaluate(one + "latex");
  CHECK(latex.out == texts.evaluate(one + "text").out);
  CHECK_THAT(latex.err, ContainsSubstring("warning: --format latex is for several systems"));
  CHECK(texts.evaluate(one + "latex --quiet").err.empty());
}

TEST_CASE("standard input holds several systems in tab-separated fields") {
  const Texts texts;
  const std::string arguments = " --reference reference --width 4";
  CHECK(texts.run("\"$dragoman\" evaluate --hypothesis -" + arguments + " < system").out ==
        texts.evaluate("--hypothesis system" + arguments).out);
  const Outcome fields =
      texts.run("paste system other | \"$dragoman\" evaluate --hypothesis -" + arguments);
  CHECK_THAT(fields.out, ContainsSubstring("\"system\": \"System 2\""));
  const Outcome paired = texts.run(
      "paste system other | \"$dragoman\" evaluate --hypothesis - --paired-ar" + arguments);
  CHECK_THAT(paired.out, ContainsSubstring("\"system\": \"Baseline\"") &&
                             ContainsSubstring("\"system\": \"System 1\""));
  check_error(texts.run("(head -1 system; paste other other) | \"$dragoman\" evaluate "
                        "--hypothesis -" +
                        arguments),
              1, "standard input:2 has 2 tab-separated hypotheses, but line 1 has 1");
}

TEST_CASE("one file may hold all references, as many in each line or any number") {
  const Texts texts;
  const std::string two =
      texts.evaluate("--hypothesis system --reference reference --reference more").out;
  texts.run("paste reference more > both");
  CHECK(texts.evaluate("--hypothesis system --reference both --num-refs 2").out == two);
  CHECK(texts.evaluate("--hypothesis system --reference both --num-refs 0").out == two);
  texts.run("(head -1 reference; tail -1 both) > varying");
  CHECK_THAT(texts.evaluate("--hypothesis system --reference varying --num-refs 0").out,
             ContainsSubstring("nrefs:var|"));
  check_error(texts.evaluate("--hypothesis system --reference varying --num-refs 2"), 1,
              "varying:1 has 1 tab-separated references, not the 2 of --num-refs");
}

TEST_CASE("each line is scored on its own, with the effective order") {
  const Texts texts;
  const Outcome outcome = texts.evaluate(
      "--hypothesis system --reference reference --sentence-level --short --width 2");
  CHECK(count_lines(outcome.out) == 2);
  CHECK_THAT(outcome.out, Catch::Matchers::StartsWith(
                              "BLEU|#:1|c:mixed|e:yes|tok:13a|s:exp|v:2.6.0 = 100.00 100.0/"));
}

TEST_CASE("gzip, CRLF and a missing final newline make no difference") {
  const Texts texts;
  const std::string plain = texts.evaluate("--hypothesis system --reference reference").out;
  texts.run("gzip -k reference; sed 's/$/\\r/' system > crlf; printf %s \"$(cat system)\" > cut");
  CHECK(texts.evaluate("--hypothesis crlf --reference reference.gz").out == plain);
  CHECK(texts.evaluate("--hypothesis cut --reference reference.gz").out == plain);
}

TEST_CASE("a number with zeros in front is decimal") {
  const Texts texts;
  const std::string files = "--hypothesis system --reference reference ";
  CHECK(texts.evaluate(files + "--width 010").out == texts.evaluate(files + "--width 10").out);
  CHECK(texts.evaluate(files + "--width 08").out == texts.evaluate(files + "--width 8").out);
  CHECK_THAT(texts.evaluate(files + "--confidence --confidence-n 0100").out,
             ContainsSubstring("\"bs\": \"100\""));
  CHECK(texts.evaluate(files + "--width 00 --score-only --format text").out == "55\n");
  check_error(texts.evaluate(files + "--width 018"), 2,
              "--width is 18, but must be an integer between 0 and 17");
}

TEST_CASE("the seed is an option, or sacreBLEU's variable") {
  const Texts texts;
  const std::string command =
      "\"$dragoman\" evaluate --hypothesis system --reference reference --confidence "
      "--confidence-n 40 --width 5";
  const std::string by_option = texts.run(command + " --seed 7").out;
  CHECK_THAT(by_option, ContainsSubstring("\"bs\": \"40\",\n \"seed\": \"7\""));
  CHECK(texts.run("SACREBLEU_SEED=7 " + command).out == by_option);
  CHECK_THAT(texts.run(command + " --seed None").out, ContainsSubstring("\"seed\": \"none\""));
  check_error(texts.run(command + " --seed x"), 2, "--seed x");
  CHECK(texts.run("SACREBLEU_SEED=007 " + command).out == by_option);
  CHECK_THAT(texts.run("SACREBLEU_SEED= " + command).out, ContainsSubstring("\"seed\": \"12345\""));
}

TEST_CASE("a wrong variable is named, where it is used") {
  const Texts texts;
  const auto run_with = [&texts](const std::string& variable, const std::string& options) {
    return texts.run(
        variable + " \"$dragoman\" evaluate --hypothesis system --reference reference " + options);
  };
  check_error(run_with("SACREBLEU_FORMAT=xml", ""), 2,
              "SACREBLEU_FORMAT is \"xml\", but must be one of");
  CHECK(run_with("SACREBLEU_FORMAT=xml", "--format text").status == 0);
  CHECK(run_with("SACREBLEU_FORMAT=xml", "--help").status == 0);
  CHECK(run_with("SACREBLEU_FORMAT=Text", "").out == run_with("", "--format text").out);
  check_error(run_with("SACREBLEU_SEED=abc", "--confidence"), 2, "error: SACREBLEU_SEED abc: give");
  CHECK(run_with("SACREBLEU_SEED=abc", "--confidence --seed 1").status == 0);
  CHECK(run_with("SACREBLEU_SEED=abc", "").status == 0);
  CHECK(run_with("SACREBLEU_SEED=abc", "--hypothesis other").status == 0);
}

TEST_CASE("a SentencePiece model tokenises for BLEU") {
  const Texts texts;
  texts.run(
      "\"$dragoman\" corpus --out corpus --pairs 300 --seed 1; \"$dragoman\" tokenizer train "
      "--input corpus/train.en --model small.model --vocabulary-size 120");
  const Outcome outcome = texts.evaluate(
      "--hypothesis corpus/test.en --reference corpus/test.en --tokenize small.model --format "
      "text");
  CHECK_THAT(outcome.out, ContainsSubstring("|tok:small|") && ContainsSubstring(" = 100.0 "));
}

TEST_CASE("text that looks tokenised is warned of, unless forced") {
  const Texts texts;
  texts.run("for i in {1..100}; do echo 'a b .'; done > tokenized");
  const std::string arguments = "--hypothesis tokenized --reference tokenized";
  CHECK_THAT(texts.evaluate(arguments).err, ContainsSubstring("100 lines end in \" .\""));
  CHECK(texts.evaluate(arguments + " --force").err.empty());
  CHECK(texts.evaluate(arguments + " --metrics chrf").err.empty());
  texts.run("head -60 tokenized > half; cp half other");
  CHECK(texts.evaluate("--hypothesis half other --reference half").err.empty());
}

TEST_CASE("bad text to score is one clear line") {
  const Texts texts;
  texts.run("printf 'ok\\n\\xff\\n' > invalid; head -1 reference > short; : > empty");
  const std::string reference = " --reference reference";
  check_error(texts.evaluate("--hypothesis invalid" + reference), 1, "invalid:2: invalid UTF-8");
  check_error(texts.evaluate("--hypothesis system --reference short"), 1,
              "system has 2 lines, but short has 1");
  check_error(texts.evaluate("--hypothesis system short" + reference), 1,
              "system has 2 lines, but short has 1");
  check_error(texts.evaluate("--hypothesis empty --reference empty"), 1, "nothing to score");
  check_error(texts.evaluate("--hypothesis no" + reference), 1, "no");
  check_error(texts.evaluate("--hypothesis - --reference -"), 2, "standard input can be read once");
}

TEST_CASE("options that exclude each other are refused") {
  const Texts texts;
  const auto refused = [&texts](const std::string& options, const std::string& says) {
    check_error(texts.evaluate("--hypothesis system --reference reference " + options), 2, says);
  };
  refused("--sentence-level --metrics bleu ter",
          "--sentence-level scores one system by one metric");
  refused("--sentence-level --confidence", "--sentence-level");
  refused("--sentence-level --format json", "--sentence-level prints text: leave out --format");
  refused("--paired-bs", "compare systems");
  refused("--paired-bs --paired-ar", "--paired-ar");
  refused("--tokenize ja-mecab", "needs MeCab");
  refused("--tokenize flores101", "flores101.model");
  refused("--smooth-value -1", "--smooth-value");
  refused("--metrics bleurt", "bleurt");
  refused("more", "`more` is no value of an option, but RUN");
  refused("--lowercase false", "`false` is no value of an option, but RUN");
  for (const std::string option : {"--output x", "--beam 2", "--set search.beam=2", "--fusion x",
                                   "--threads 2", "--workers 2"})
    refused(option, option.substr(0, option.find(' ')) + " requires RUN");
  refused("--typo-rate 0.5", "--typo-rate requires --perturb");
  refused("--typo-seed 5", "--typo-seed requires --perturb");
  refused("--metrics chrf --chrf-char-order 0", "must be 1 or more");
  check_error(texts.evaluate("--hypothesis system system --reference reference"), 2, "given twice");
  check_error(texts.evaluate("--hypothesis system other --reference reference --confidence"), 2,
              "--confidence is for one system");
}

}  // namespace dragoman
