#include <algorithm>

#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

std::string printed_by(const std::string& arguments) {
  return succeeded(run_program(arguments)).out;
}

}  // namespace

TEST_CASE("translate --markup: one line in, one line out, and tags stay") {
  const TemporaryFolder folder;
  write_text(folder / "plain", "The dog sleeps.\n");
  write_text(folder / "marked",
             "<p>The dog sleeps.</p>\n\n<br>\n<b>The <i>dog</b> sleeps.\n<!-- x\n<p "
             "title=\"\xe2\x80\xa8\">\n");
  const std::string run = "translate " + tiny_run() + " --beam 2 --input ";
  const std::string plain = printed_by(run + quoted(folder / "plain"));
  const std::string marked = printed_by(run + quoted(folder / "marked") + " --markup html");
  const std::string first = "<p>" + plain.substr(0, plain.size() - 1) + "</p>\n\n<br>\n";
  CHECK(marked.substr(0, first.size()) == first);
  CHECK(std::count(marked.begin(), marked.end(), '\n') == 6);
  CHECK(marked.ends_with("\n<!-- x\n<p title=\" \">\n"));
}

TEST_CASE("markup: tags are put into a translation that is there already") {
  const TemporaryFolder folder;
  write_text(folder / "source", "a <b>black</b> <i>dog</i>.\nno tags\n");
  write_text(folder / "target", "un chien noir.\nrien & rien\n");
  write_text(folder / "links", "0-0 1-2 2-1\n\n");
  write_text(folder / "short", "0-0 1-2 2-1\n");
  write_text(folder / "wrong", "0-0 1-x\n\n");
  write_text(folder / "missing", "0-3\n\n");
  const std::string files = "markup --source " + quoted(folder / "source") + " --target " +
                            quoted(folder / "target") + " --alignment ";
  CHECK(printed_by(files + quoted(folder / "links")) ==
        "un <i>chien</i> <b>noir</b>.\nrien &amp; rien\n");
  CHECK(printed_by("markup --tokens --source " + quoted(folder / "source")) ==
        "a black dog .\nno tags\n");
  const Outcome cut = run_program(files + quoted(folder / "short"));
  CHECK(cut.status == 1);
  CHECK_THAT(cut.err, ContainsSubstring("/short' has 1 lines, but '") &&
                          ContainsSubstring("/source' has 2; line n of one"));
  const Outcome wrong = run_program(files + quoted(folder / "wrong"));
  CHECK(wrong.status == 1);
  CHECK(wrong.err.find("wrong:1: `1-x`") != std::string::npos);
  check_error(run_program(files + quoted(folder / "missing")), 1,
              "missing:1: there is no link 0-3, since the pair has 3 source and 3 target words");
  CHECK(run_program("markup --target x").status == 2);
  check_error(run_program("markup --target - --alignment x"), 2, "standard input can be read once");
}

}  // namespace dragoman
