#include "program.h"

namespace dragoman {
namespace {

constexpr const char* kEnglish = "the house\nthe book\n\na house\nThe book is here.\n";
constexpr const char* kGerman = "das Haus\ndas Buch\n\nein Haus\nHier ist das Buch.\n";

/// A folder with a.en and a.de.
struct TwoFiles {
  TwoFiles() {
    write_text(folder / "a.en", kEnglish);
    write_text(folder / "a.de", kGerman);
  }

  std::string options(const std::string& source = "a.en",
                      const std::string& target = "a.de") const {
    return " --source " + quoted(folder / source) + " --target " + quoted(folder / target);
  }

  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("align writes one line of links for each pair, also for a blank one") {
  const TwoFiles files;
  const Outcome outcome = succeeded(run_program("align" + files.options()));
  CHECK(count_lines(outcome.out) == 5);
  CHECK(outcome.out.starts_with("0-0 1-1\n0-0 1-1\n\n0-0 1-1\n"));
}

TEST_CASE("align warns of text without spaces between words, also with a model") {
  const TwoFiles files;
  write_text(
      files.folder / "a.ja",
      "グラフの種類を変更します\nグラフを変更します\n\n種類を変更します\nグラフの種類です\n");
  const std::string model = quoted(files.folder / "m");
  const Outcome learnt =
      run_program("align" + files.options("a.en", "a.ja") + " --save-model " + model);
  const std::string warning =
      "warning: the target is written without spaces between words, but spaces separate the words "
      "that are linked: put spaces there first, as `dragoman markup --markup none --tokens` does\n";
  CHECK(learnt.status == 0);
  CHECK(learnt.err == warning);
  CHECK(run_program("align" + files.options("a.en", "a.ja") + " --model " + model).err == warning);
  run_program("markup --source " + quoted(files.folder / "a.ja") + " --markup none --tokens >" +
              quoted(files.folder / "tokens.ja"));
  CHECK(run_program("align" + files.options("a.en", "tokens.ja")).err.empty());
}

TEST_CASE("align reads gzip, CRLF, stdin and TSV alike, and writes files") {
  const TwoFiles files;
  const std::string expected = run_program("align" + files.options()).out;
  run_bash("gzip -c '" + files.folder / "a.en" + "' >'" + files.folder / "a.en.gz" +
           "'; sed 's/$/\\r/' '" + files.folder / "a.de" + "' >'" + files.folder / "crlf.de" + "'");
  CHECK(run_program("align" + files.options("a.en.gz", "crlf.de")).out == expected);
  CHECK(run_bash("\"$dragoman\" align --source - --target '" + files.folder / "a.de" + "' <'" +
                 files.folder / "a.en" + "'")
            .out == expected);
  succeeded(run_bash("paste '" + files.folder / "a.en" + "' '" + files.folder / "a.de" +
                     "' | \"$dragoman\" align --tsv - --out '" + files.folder / "links" + "'"));
  CHECK(content_of(files.folder / "links") == expected);
}

TEST_CASE("a saved model aligns as the training did; threads change nothing") {
  const TwoFiles files;
  const std::string model = quoted(files.folder / "model.safetensors");
  const std::string expected =
      run_program("align --threads 1 --save-model " + model + files.options()).out;
  const std::string bytes = content_of(files.folder / "model.safetensors");
  CHECK(run_program("align --threads 3 --model " + model + files.options()).out == expected);
  CHECK(run_program("align --threads 3 --save-model " + model + files.options()).out == expected);
  CHECK(content_of(files.folder / "model.safetensors") == bytes);
}

TEST_CASE("align says what is wrong with its input") {
  const TwoFiles files;
  write_text(files.folder / "short.de", "das Haus\n");
  const Outcome unequal = run_program("align" + files.options("a.en", "short.de"));
  check_error(unequal, 1, "short.de:1");
  CHECK_THAT(unequal.err, ContainsSubstring("has 5 lines"));
  write_text(files.folder / "bad.de", "das Haus\nx\xff\n\n\n\n");
  check_error(run_program("align" + files.options("a.en", "bad.de")), 1, "bad.de:2");
  write_text(files.folder / "empty", "");
  check_error(run_program("align" + files.options("empty", "empty")), 1, "no pairs with words");
  check_error(run_program("align --source x"), 2, "--target");
  check_error(run_program("align --source - --target -"), 2, "once");
  check_error(run_program("align --symmetrize some" + files.options()), 2, "grow-diag-final-and");
  const std::string model = "align --model " + quoted(files.folder / "a.en") + files.options();
  check_error(run_program(model), 1, "a.en");
  for (const std::string flag : {"--model1-iterations", "--hmm-iterations"})
    check_error(run_program(model + " " + flag + " 2"), 2, "excludes");
}

TEST_CASE("align finds an output that cannot be written before it reads the text") {
  const TwoFiles files;
  const std::string beginning = "cd " + quoted(files.folder.path()) +
                                "\n{ \"$dragoman\" align --source - --target a.de --out ";
  const auto text_left = [&](const std::string& out) {
    return run_bash(beginning + out + "; cat; } <a.en");
  };
  for (const char* const out : {"none/links", "links --save-model none/model"}) {
    const Outcome outcome = text_left(out);
    CHECK(outcome.out == kEnglish);
    CHECK_THAT(outcome.err, ContainsSubstring("cannot write 'none/"));
  }
  CHECK(files.folder.num_entries() == 2);
}

TEST_CASE("align neither loses the model it learnt nor replaces the one it reads") {
  const TwoFiles files;
  const std::string model = files.folder / "model";
  const std::string same = files.folder / "./model";
  check_error(run_program("align --save-model " + quoted(model) + " --out " + quoted(same) +
                          files.options()),
              2, "./model` is used twice");
  const std::string here = "cd " + quoted(files.folder / ".") + " && ";
  check_error(
      run_bash(here + "\"$dragoman\" align --save-model model --out ./model" + files.options()), 2,
      "./model` is used twice");
  CHECK_FALSE(std::filesystem::exists(model));
  succeeded(run_program("align --save-model " + quoted(model) + files.options()));
  const std::string bytes = content_of(model);
  check_error(
      run_program("align --model " + quoted(model) + " --out " + quoted(model) + files.options()),
      2, "model` is used twice");
  CHECK(content_of(model) == bytes);
}

TEST_CASE("align does not overwrite the text that it reads") {
  const TwoFiles files;
  write_text(files.folder / "pairs", "the house\tdas Haus\n");
  const std::string tsv = " --tsv " + quoted(files.folder / "pairs");
  const auto refused = [&](const std::string& option, const std::string& file,
                           const std::string& input) {
    check_error(run_program("align" + option + quoted(files.folder / file) + input), 2,
                file + "` is read, and the output would replace it");
  };
  refused(" --out ", "./a.de", files.options());
  refused(" --save-model ", "./a.en", files.options());
  refused(" --save-model ", "./pairs", tsv);
  CHECK(content_of(files.folder / "a.en") == kEnglish);
  CHECK(content_of(files.folder / "a.de") == kGerman);
}

TEST_CASE("corpus tells which words belong together where it is asked to") {
  const TemporaryFolder folder;
  CHECK(run_program("corpus --pairs 50 --alignment --out " + quoted(folder / "c")).status == 0);
  CHECK(count_lines(content_of(folder / "c/train.align")) == 50);
  CHECK_THAT(content_of(folder / "c/test.align"), ContainsSubstring("0-"));
  CHECK(run_program("corpus --pairs 50 --out " + quoted(folder / "d")).status == 0);
  CHECK_FALSE(std::filesystem::exists(folder / "d/train.align"));
  CHECK(content_of(folder / "c/train.de") == content_of(folder / "d/train.de"));
}

TEST_CASE("a corpus without alignment leaves none of the corpus that it replaces") {
  const TemporaryFolder folder;
  const std::string corpus = "corpus --pairs 50 --out " + quoted(folder / "c");
  succeeded(run_program(corpus + " --alignment"));
  CHECK(run_program(corpus + " --seed 2").status == 0);
  CHECK(std::filesystem::exists(folder / "c/train.de"));
  for (const char* const part : {"train", "valid", "test"})
    CHECK_FALSE(std::filesystem::exists(folder / ("c/" + std::string(part) + ".align")));
}

}  // namespace dragoman
