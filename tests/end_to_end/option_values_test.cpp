#include <filesystem>

#include "catch.h"
#include "program.h"

namespace dragoman {

TEST_CASE("a model folder may have a name in brackets, and a list of several") {
  const TemporaryFolder folder;
  for (const char* const name : {"[a]", "[a,b]"})
    std::filesystem::copy(TinyRun::get().run(), folder / name,
                          std::filesystem::copy_options::recursive);
  const auto translate_by = [&](const std::string& runs) {
    return run_bash("cd " + quoted(folder.path()) + "\necho The dog. | $dragoman translate " +
                    runs);
  };
  const std::string one = translate_by(tiny_run()).out;
  CHECK(one.size() > 1);
  CHECK(translate_by("'[a]'").out == one);
  CHECK(translate_by("--markup-sentences=false '[a,b]'").out == one);
  check_error(translate_by("'[a]' --suppress '[x]'"), 2, "names `[x]`");
  CHECK(translate_by("'[a]' '[a,b]'").out == translate_by(tiny_run() + " " + tiny_run()).out);
}

TEST_CASE("a setting is given by its option or by --set, not by both") {
  const std::string command =
      "translate " + tiny_run() + " --beam 2 --set search.alpha=1 --set search.";
  check_error(run_program(command + "beam=1"), 2, "--beam and --set search.beam are one setting");
  CHECK(run_program(command + "num_best=2 </dev/null").status == 0);
}

TEST_CASE("settings of the search without effect on scores are refused") {
  const std::string text = " --source " + quoted(TinyRun::get().corpus("test.en")),
                    other = " " + quoted(TinyRun::get().corpus("test.de"));
  const std::string score = "score " + tiny_run() + text + " --target" + other;
  check_error(run_program(score + " --set search.beam=3"), 2,
              "beam has no effect on the scores of given translations: leave it out");
  CHECK(run_program(score + " --set search.batch_tokens=100").status == 0);
  const std::string evaluate =
      "evaluate " + tiny_run() + text + " --reference" + other + " --set search.";
  check_error(run_program(evaluate + "num_best=2"), 2, "leave --set search.num_best out");
  check_error(run_program(evaluate + "alignment=true"), 2, "leave --set search.alignment out");
  CHECK(run_program(evaluate + "alignment=false").status == 0);
}

TEST_CASE("settings of a folder for another kind of search than a call's do not stop it") {
  const TemporaryFolder folder;
  const std::string copy = quoted(TinyRun::get().copy_to(folder));
  const auto hold = [&](const std::string& old, const std::string& value) {
    run_bash("sed -i 's/" + old + "/" + value + "/' " + quoted(folder / "run/config.json"));
  };
  const auto translate_with = [&](const std::string& options) {
    return run_bash("echo The dog. | \"$dragoman\" translate " + copy + " " + options);
  };
  hold("\"stopping\": \"beam\"", "\"stopping\": \"bound\"");
  CHECK(translate_with("--samples 2").status == 0);
  check_error(translate_with("--samples 2 --stopping first"), 2,
              "leave out one of --stopping and --samples");
  hold("\"stopping\": \"bound\"", "\"temperature\": 0.5, \"samples\": 3");
  hold("\"samples\": 0,", "");
  hold("\"temperature\": 1.0,", "");
  CHECK(translate_with("--samples 0").status == 0);
}

TEST_CASE("options without effect on what the command does are refused") {
  check_error(run_program("serve --probe --workers 2"), 2, "--workers has no effect on --probe");
  check_error(run_program("serve --probe --max-beam 2"), 2, "--max-beam has no effect on --probe");
  check_error(run_program("serve --listen unix:s --port 9 " + tiny_run()), 2,
              "--port excludes --listen");
  check_error(run_program("evaluate " + tiny_run() + " --source x --reference x --perturb upper " +
                          GENERATE(as<std::string>(), "--typo-rate 0.5", "--typo-seed 2")),
              2, "without --perturb typo");
}

TEST_CASE("an element of a list that has no effect is refused, as the list is") {
  check_error(run_program("translate " + tiny_run() + " --set search.stand_ins.0=Haus </dev/null"),
              2, "--stand-ins has no effect without --protect or --markup");
}

}  // namespace dragoman
