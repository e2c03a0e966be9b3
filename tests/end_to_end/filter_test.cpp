#include <cmath>
#include <nlohmann/json.hpp>

#include "catch.h"
#include "program.h"
#include "tiny_language_models.h"

namespace dragoman {
namespace {

using nlohmann::json;
using Rows = std::vector<std::vector<std::string>>;

const std::string kSources =
    "The dog sleeps.\n\nI see the house.\nThe dog sleeps.\nSame\nbad \xff here\n"
    "The dog sees the small cat.\n";
const std::string kTargets =
    "Der Hund schläft.\nLeer.\nIch sehe das Haus.\nDer Hund schläft.\nSame\nschlecht\nHund\n";
const std::string kRules = " --identical --duplicates --max-ratio 2";

/// Options that name a corpus of the sources and targets above.
std::string corpus_in(const TemporaryFolder& folder) {
  write_text(folder / "source", kSources);
  write_text(folder / "target", kTargets);
  return " --source " + quoted(folder / "source") + " --target " + quoted(folder / "target");
}

/// Pairs that any model may score, without a bad one.
std::string good_pairs_in(const TemporaryFolder& folder) {
  write_text(folder / "source", "The dog sleeps.\nI see the house.\n");
  write_text(folder / "target", "Der Hund schläft.\nDie Katze schläft nicht.\n");
  return " --source " + quoted(folder / "source") + " --target " + quoted(folder / "target");
}

Rows columns_of(const std::string& text) {
  Rows rows;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = line.find('\t', begin);
      rows.back().push_back(line.substr(begin, end - begin));
    }
  }
  return rows;
}

/// The mean log-probability of a token of each translation, by what `score` prints.
std::vector<double> means_of_score(const std::string& arguments) {
  const Outcome outcome = succeeded(run_program("score " + arguments + " --format json"));
  std::vector<double> means;
  std::stringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    const json translation = json::parse(line)["translations"][0];
    const auto tokens = translation["token_log_probabilities"].get<std::vector<double>>();
    means.push_back(translation["log_probability"].get<double>() /
                    static_cast<double>(tokens.size()));
  }
  return means;
}

}  // namespace

TEST_CASE("filter writes kept pairs as TSV, and says how many were dropped by which rule") {
  const TemporaryFolder folder;
  const Outcome outcome = succeeded(run_program("filter" + corpus_in(folder) + kRules));
  CHECK(outcome.out ==
        "The dog sleeps.\tDer Hund schläft.\nI see the house.\tIch sehe das Haus.\n");
  CHECK(outcome.err ==
        "kept 2 of 7 pairs; dropped: 1 invalid-utf-8, 1 empty, 1 identical, 1 max-ratio, "
        "1 duplicate\n");
}

TEST_CASE("dropped pairs keep their text and get the reason") {
  const TemporaryFolder folder;
  succeeded(run_program("filter" + corpus_in(folder) + kRules + " --dropped " +
                        quoted(folder / "dropped.tsv")));
  CHECK(content_of(folder / "dropped.tsv") ==
        "\tLeer.\tempty\nThe dog sleeps.\tDer Hund schläft.\tduplicate\nSame\tSame\tidentical\n"
        "bad \xff here\tschlecht\tinvalid-utf-8\nThe dog sees the small cat.\tHund\tmax-ratio\n");
}

TEST_CASE("lines, TSV, gzip and standard input give the same pairs") {
  const TemporaryFolder folder;
  const std::string files = corpus_in(folder);
  const std::string expected = run_program("filter" + files + kRules).out;
  const Outcome piped = run_bash("cd " + quoted(folder.path()) +
                                 "\npaste source target | \"$dragoman\" filter --tsv -" + kRules);
  CHECK(piped.out == expected);
  const Outcome mixed = run_bash("cd " + quoted(folder.path()) + "\ngzip -c target >target.gz\n" +
                                 "\"$dragoman\" filter --source - --target target.gz --out-source "
                                 "a.gz --out-target b <source" +
                                 kRules + " && gzip -dc a.gz | paste - b");
  INFO(mixed.err);
  CHECK(mixed.out == expected);
  const Outcome kept = run_bash("cd " + quoted(folder.path()) + "\n\"$dragoman\" filter" + files +
                                kRules + " --kept good && paste good.source good.target");
  CHECK(kept.out == expected);
}

TEST_CASE("a tab of the text becomes a space in TSV and stays in files of lines") {
  const TemporaryFolder folder;
  write_text(folder / "source", "a\tb\n");
  write_text(folder / "target", "c\n");
  const std::string command =
      "filter --source " + quoted(folder / "source") + " --target " + quoted(folder / "target");
  CHECK(run_program(command).out == "a b\tc\n");
  CHECK(run_program(command + " --kept " + quoted(folder / "kept")).status == 0);
  CHECK(content_of(folder / "kept.source") == "a\tb\n");
}

TEST_CASE("a corpus of several blocks comes out in order") {
  const TemporaryFolder folder;
  const Outcome outcome =
      succeeded(run_bash("cd " + quoted(folder.path()) +
                         "\nseq 10000 >source; seq 2 10001 >target\n\"$dragoman\" filter "
                         "--source source --target target "
                         "| cmp - <(paste source target)"));
  CHECK(outcome.err == "kept 10000 of 10000 pairs\n");
}

TEST_CASE("scores of translation are those of score, in one direction and in both") {
  const TemporaryFolder folder;
  const std::string files = good_pairs_in(folder), run = tiny_run();
  const std::string swapped =
      " --source " + quoted(folder / "target") + " --target " + quoted(folder / "source");
  const std::vector<double> forward = means_of_score(run + files);
  const std::vector<double> reverse = means_of_score(run + swapped);
  const Outcome one = run_program("filter" + files + " --scores --translation-model " + run);
  const Outcome both = run_program("filter" + files + " --scores --translation-model " + run +
                                   " --reverse-model " + run);
  INFO(both.err);
  const auto one_rows = columns_of(one.out), both_rows = columns_of(both.out);
  REQUIRE(one_rows.size() == 2);
  REQUIRE(both_rows.size() == 2);
  for (size_t i = 0; i < 2; ++i) {
    REQUIRE(both_rows[i].size() == 5);
    CHECK(both_rows[i][2].empty());
    CHECK(std::stod(one_rows[i].at(4)) == Approx(std::exp(forward[i])).epsilon(1e-4));
    const double expected =
        std::exp(-std::abs(forward[i] - reverse[i]) + (forward[i] + reverse[i]) / 2);
    CHECK(std::stod(both_rows[i][4]) == Approx(expected).epsilon(1e-4));
  }
}

TEST_CASE("pairs whose translation has less than the least score are dropped, with their score") {
  const TemporaryFolder folder;
  const std::string command = "filter" + good_pairs_in(folder) + " --scores --translation-model " +
                              tiny_run() + " --dropped " + quoted(folder / "dropped");
  const auto all = columns_of(run_program(command).out);
  REQUIRE(all.size() == 2);
  const double first = std::stod(all[0].at(4)), second = std::stod(all[1].at(4));
  const size_t better = first > second ? 0 : 1;
  const std::string middle = json((first + second) / 2).dump();
  const Outcome outcome = run_program(command + " --min-score " + middle);
  CHECK(columns_of(outcome.out) == Rows{all[better]});
  const auto dropped = columns_of(content_of(folder / "dropped"));
  REQUIRE(dropped.size() == 1);
  CHECK(dropped[0].at(2) == "min-score");
  CHECK(dropped[0].at(5) == all[1 - better][4]);
  CHECK_THAT(outcome.err, ContainsSubstring("kept 1 of 2 pairs; dropped: 1 min-score"));
}

TEST_CASE("scores of a language model are those of score, for the side that it is asked about") {
  const TemporaryFolder folder;
  const std::string files = good_pairs_in(folder);
  const std::string run = quoted(TinyLanguageModels::get().lines());
  const std::vector<double> target = means_of_score(run + " --target " + quoted(folder / "target"));
  const std::vector<double> source = means_of_score(run + " --target " + quoted(folder / "source"));
  const Outcome outcome = run_program("filter" + files + " --scores --language-model " + run +
                                      " --source-language-model " + run);
  INFO(outcome.err);
  const auto rows = columns_of(outcome.out);
  REQUIRE(rows.size() == 2);
  for (size_t i = 0; i < 2; ++i) {
    REQUIRE(rows[i].size() == 5);
    CHECK(std::stod(rows[i][2]) == Approx(target[i]).epsilon(1e-4));
    CHECK(std::stod(rows[i][3]) == Approx(source[i]).epsilon(1e-4));
    CHECK(rows[i][4].empty());
  }
  const Outcome none =
      run_program("filter" + files + " --min-lm-score -0.001 --language-model " + run);
  CHECK(none.out.empty());
  CHECK_THAT(none.err, ContainsSubstring("kept 0 of 2 pairs; dropped: 2 min-lm-score"));
}

TEST_CASE("kept pairs may go to /dev/null, both sides of them") {
  const TemporaryFolder folder;
  succeeded(run_program("filter" + corpus_in(folder) +
                        " --out-source /dev/null --out-target /dev/null --dropped " +
                        quoted(folder / "dropped")));
  CHECK(count_lines(content_of(folder / "dropped")) > 0);
}

TEST_CASE("kept pairs may go to pipes") {
  const TemporaryFolder folder;
  const std::string files = corpus_in(folder);
  const Outcome both = run_bash("\"$dragoman\" filter" + files + kRules +
                                " --out-source /dev/stdout --out-target /dev/null | cat");
  INFO(both.err);
  CHECK(both.out == "The dog sleeps.\nI see the house.\n");
  const Outcome substituted =
      run_bash("\"$dragoman\" filter" + files + kRules + " --out-source >(cat) --out-target " +
               quoted(folder / "kept") + " | cat");
  INFO(substituted.err);
  CHECK(substituted.out == both.out);
}

TEST_CASE("filter does not replace what it reads") {
  const TemporaryFolder folder;
  const std::string files = corpus_in(folder);
  const std::string source = quoted(folder / "source"), target = quoted(folder / "target");
  const std::string says = "is read, and the output would replace it; name another file";
  check_error(run_program("filter" + files + " --dropped " + source), 2, says);
  check_error(run_program("filter" + files + " --out-source x --out-target " + target), 2, says);
  check_error(run_program("filter" + files + " --out-source " + source + " --out-target x"), 2,
              says);
  check_error(run_program("filter --tsv " + source + " --dropped " + source), 2, says);
  std::filesystem::copy(folder / "source", folder / "kept.target");
  check_error(run_program("filter --source " + source + " --target " +
                          quoted(folder / "kept.target") + " --kept " + quoted(folder / "kept")),
              2, says);
  CHECK(content_of(folder / "source") == kSources);
  CHECK(content_of(folder / "target") == kTargets);
}

TEST_CASE("filter says what is wrong in one line, and writes nothing") {
  const TemporaryFolder folder;
  const std::string files = corpus_in(folder), run = tiny_run();
  write_text(folder / "short", "one\n");
  const std::string kept = " --kept " + quoted(folder / "kept");
  check_error(run_program("filter --source " + quoted(folder / "source") + " --target " +
                          quoted(folder / "short") + kept),
              1, "has 7 lines, but ");
  check_error(run_program("filter --tsv " + quoted(folder / "source") + kept), 1, "source:1");
  check_error(run_program("filter" + kept), 2, "--tsv");
  check_error(run_program("filter --source - --target -"), 2, "standard input");
  check_error(run_program("filter" + files + " --tsv x"), 2, "--tsv");
  check_error(run_program("filter" + files + " --out-source x"), 2, "--out-target");
  check_error(run_program("filter" + files + " --dropped -"), 2, "`-` is used twice");
  check_error(run_program("filter" + files + kept + " --scores"), 2, "--dropped");
  check_error(run_program("filter" + files + " --max-ratio 0.5"), 2, "--max-ratio");
  check_error(run_program("filter" + files + " --min-words 5 --max-words 3"), 2,
              "--min-words is 5, but --max-words only 3");
  for (const std::string option : {"--device foo", "--threads 2", "--precision int8"})
    check_error(run_program("filter" + files + " " + option), 2,
                option.substr(0, option.find(' ')) + " has no effect without a model");
  check_error(run_program("filter" + files + " --min-score 0.1"), 2, "--translation-model");
  check_error(run_program("filter" + files + " --min-lm-score -5"), 2, "--language-model");
  check_error(run_program("filter" + files + " --translation-model " + run), 2, "--min-score");
  CHECK(!std::filesystem::exists(folder / "kept.source"));
}

TEST_CASE("a folder of the wrong kind of model is named") {
  const TemporaryFolder folder;
  const std::string files = corpus_in(folder);
  const Outcome translator =
      run_program("filter" + files + " --scores --language-model " + tiny_run());
  check_error(translator, 2, TinyRun::get().run());
  const std::string of_lines = TinyLanguageModels::get().lines();
  const Outcome language =
      run_program("filter" + files + " --scores --translation-model " + quoted(of_lines));
  check_error(language, 2, of_lines);
}

}  // namespace dragoman
