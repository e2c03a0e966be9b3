#include "program.h"

using namespace dragoman;

TEST_CASE("plot draws a run as SVG, as PNG and to stdout") {
  const TemporaryFolder folder;
  CHECK(run_program("plot " + tiny_run() + " --out '" + folder / "curve.svg" + "'").status == 0);
  CHECK(content_of(folder / "curve.svg").starts_with("<?xml"));
  CHECK(run_program("plot " + tiny_run() + " --out '" + folder / "curve.png" + "'").status == 0);
  CHECK(content_of(folder / "curve.png").starts_with("\x89PNG\r\n\x1a\n"));
  const Outcome outcome = succeeded(run_program("plot " + tiny_run() + " --out -"));
  CHECK(outcome.out == content_of(folder / "curve.svg"));
}

TEST_CASE("plot draws several runs in one chart") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string copy = tiny.copy_to(folder);
  const std::string svg = folder / "both.svg";
  CHECK(run_program("plot " + tiny_run() + " '" + copy + "' --out '" + svg + "'").status == 0);
  CHECK(content_of(svg).starts_with("<?xml"));
}

TEST_CASE("plot refuses an unknown ending, a missing run, and a run without reports") {
  const TemporaryFolder folder;
  check_error(run_program("plot " + tiny_run() + " --out '" + folder / "curve.pdf" + "'"), 2,
              "must end in .svg or .png");
  const std::string out = " --out '" + folder / "curve.svg" + "'";
  check_error(run_program("plot '" + folder / "none" + "'" + out), 1,
              "none is not a model folder: there is no such folder");
  write_text(folder / "train.tsv", "update\tepoch\tloss\n");
  check_error(run_program("plot '" + folder.path() + "'" + out), 1, "has no report yet");
  write_text(folder / "train.tsv", "update\tepoch\tloss\n50\t1\tmuch\n");
  check_error(run_program("plot '" + folder.path() + "'" + out), 1, "train.tsv:2: loss is");
  CHECK(folder.num_entries() == 1);
}
