#include "program.h"

namespace dragoman {
namespace {

std::string text_options(const std::string& source, const std::string& target) {
  return " --source " + quoted(source) + " --target " + quoted(target);
}

}  // namespace

TEST_CASE("shortlist takes the training text, and says how good it is; threads change nothing") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string run = tiny.copy_to(folder), file = run + "/shortlist.safetensors";
  const Outcome made = succeeded(run_program("shortlist " + quoted(run) + " --threads 1"));
  CHECK(made.out.empty());
  CHECK_THAT(made.err,
             ContainsSubstring(" pairs in ") && ContainsSubstring(" candidates on average") &&
                 ContainsSubstring("% of the target tokens") && ContainsSubstring("wrote " + file));
  const std::string content = content_of(file);
  CHECK(run_program("shortlist " + quoted(run) + " --threads 3").status == 0);
  CHECK(content_of(file) == content);
  const std::string same =
      text_options(tiny.corpus("train.en"), tiny.corpus("train.de")) + " --iterations 5";
  CHECK(run_program("shortlist " + quoted(run) + same).status == 0);
  CHECK(content_of(file) == content);
  CHECK(run_program("shortlist " + quoted(run) + " --best 10 --frequent 20").status == 0);
  CHECK(content_of(file).size() < content.size());
}

TEST_CASE("shortlist reads several corpora, plain or gzip, and skips empty lines") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string run = tiny.copy_to(folder);
  write_text(folder / "a.en", "The dog sleeps.\n\nI see the house.\n");
  write_text(folder / "a.de", "Der Hund schläft.\nLeer.\nIch sehe das Haus.\n");
  run_bash("gzip -c '" + folder / "a.en" + "' >'" + folder / "b.en.gz" + "'");
  const Outcome made = succeeded(run_program("shortlist " + quoted(run) +
                                             text_options(folder / "a.en", folder / "a.de") +
                                             text_options(folder / "b.en.gz", folder / "a.de")));
  CHECK_THAT(made.err, ContainsSubstring("2 pairs; left out: 1 with an empty side") &&
                           ContainsSubstring("from 4 pairs"));
}

TEST_CASE("shortlist finds a file that cannot be written before it reads the text") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder), file = run + "/shortlist.safetensors";
  std::filesystem::create_directory(file);
  const Outcome outcome = run_program("shortlist " + quoted(run));
  check_error(outcome, 1, file + "': it is a folder; name a file");
  CHECK(outcome.err.starts_with("dragoman: error: "));
}

TEST_CASE("a packed folder has the shortlist, and no broken one is packed") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string run = tiny.copy_to(folder), file = run + "/shortlist.safetensors";
  succeeded(run_program("shortlist " + quoted(run)));
  const std::string pack = "pack " + quoted(run) + " --out ";
  CHECK(run_program(pack + quoted(folder / "packed")).status == 0);
  CHECK(content_of(folder / "packed/shortlist.safetensors") == content_of(file));
  write_text(file, content_of(file).substr(0, 1000));
  check_error(run_program(pack + quoted(folder / "broken")), 1, file);
}

TEST_CASE("translate takes the shortlist, also with a prefix that it lacks") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string run = tiny.copy_to(folder);
  write_text(folder / "in", "The dog sleeps.\n\nI see the house.\n");
  write_text(folder / "prefix", "Eine kleine Katze\n\n\n");
  const std::string translate =
      "translate " + quoted(run) + " --input " + quoted(folder / "in") + " --shortlist ";
  check_error(run_program(translate), 1, "make it with `dragoman shortlist");
  succeeded(run_program("shortlist " + quoted(run) + " --best 5 --frequent 5"));
  const std::string precision = GENERATE("fp32", "int8");
  const Outcome alone =
      succeeded(run_program(translate + "--beam 1 --workers 2 --precision " + precision));
  CHECK(count_lines(alone.out) == 3);
  const Outcome begun = run_program(translate + "--beam 3 --prefix " + quoted(folder / "prefix"));
  CHECK(begun.out.starts_with("Eine kleine Katze"));
}

TEST_CASE("shortlist's errors say what is wrong, and leave no file") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string run = tiny.copy_to(folder), command = "shortlist " + quoted(run);
  write_text(folder / "two", "Der Hund schläft.\nIch sehe das Haus.\n");
  write_text(folder / "one", "The dog sleeps.\n");
  write_text(folder / "blank", "\n\n");
  check_error(run_program(command + text_options(folder / "two", folder / "one")), 1, "2 lines");
  check_error(run_program(command + text_options(folder / "two", folder / "blank")), 1,
              "no usable pairs");
  check_error(run_program(command + text_options(folder / "none", folder / "one")), 1, "none");
  check_error(run_program(command + " --source " + quoted(folder / "one")), 2, "go together");
  check_error(run_program(command + " --best 0"), 2, "--best");
  check_error(run_program(command + " --threads x"), 2, "--threads");
  check_error(run_program("shortlist"), 2, "RUN");
  check_error(run_program("shortlist " + quoted(folder / "two")), 1, "is not a model folder");
  const std::string gone = "sed -i 's/train[.]en/gone.en/' " + quoted(run + "/config.json");
  succeeded(run_bash(gone));
  check_error(run_program(command), 1, "gone.en");
  CHECK(!std::filesystem::exists(run + "/shortlist.safetensors"));
}

}  // namespace dragoman
