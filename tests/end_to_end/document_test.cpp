#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

Outcome translate_file(const std::string& text, const std::string& options) {
  const TemporaryFolder folder;
  write_text(folder / "in", text);
  return run_program("translate " + tiny_run() + " --max-length 5 --input '" + (folder / "in") +
                     "' " + options);
}

}  // namespace

TEST_CASE("translate --document: a whole file, whose texts are translated as lines are") {
  const std::string line = translate_file("The dog sleeps.\n", "").out;
  const std::string text = line.substr(0, line.size() - 1);
  const Outcome page =
      succeeded(translate_file("<html>\r\n<p>The dog sleeps.</p></html>", "--document html"));
  CHECK(page.out == "<html>\r\n<p>" + text + "</p></html>");
  const std::string entry = "msgid \"The dog sleeps.\"\nmsgstr ";
  CHECK(translate_file(entry + "\"\"\n", "--document po").out == entry + "\"" + text + "\"\n");
  CHECK(translate_file(entry + "\"x\"\n", "--document po").out == entry + "\"x\"\n");
  CHECK(translate_file(entry + "\"x\"\n", "--document po --document-entries all --document-review")
            .out == "#, fuzzy\n" + entry + "\"" + text + "\"\n");
}

TEST_CASE("notes on a document are warnings with file and line") {
  const Outcome outcome = succeeded(
      translate_file("<xliff version=\"2.0\"><segment><source>A dog.</source></segment></xliff>",
                     "--document xliff"));
  CHECK(outcome.err.find("/in:1: <xliff> has no trgLang") != std::string::npos);
}

TEST_CASE("a file of another format, and options for lines, are refused") {
  const Outcome wrong = translate_file("A dog.\n", "--document srt");
  CHECK(wrong.status == 1);
  CHECK(wrong.out.empty());
  CHECK(wrong.err.find("/in: line 1: not SubRip") != std::string::npos);
  CHECK(translate_file("\xff", "--document html").status == 1);
  check_error(run_program("translate " + tiny_run() + " --document html --terminology -"), 2,
              "standard input can be read once");
  for (const std::string options : {"--num-best 2", "--format json", "--alignment", "--shard 1/2"})
    CHECK(translate_file("A dog.\n", "--document html " + options).status == 2);
}

}  // namespace dragoman
