#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

std::string translate(const std::string& text) {
  const TemporaryFolder folder;
  write_text(folder / "in", text);
  return succeeded(run_program("translate " + tiny_run() + " --input '" + folder / "in" + "'")).out;
}

}  // namespace

TEST_CASE("one line in, one line out, in order; blank lines stay blank") {
  const std::string a = translate("The dog sleeps.\n"), b = translate("I see the house.\n");
  CHECK(translate("The dog sleeps.\n\nI see the house.\n   \nThe dog sleeps.\n") ==
        a + "\n" + b + "\n" + a);
}

TEST_CASE("CRLF, a byte order mark and a missing final newline do not matter") {
  const std::string expected = translate("The dog sleeps.\nI see the house.\n");
  CHECK(translate("The dog sleeps.\r\nI see the house.\r\n") == expected);
  CHECK(translate("\xef\xbb\xbfThe dog sleeps.\nI see the house.") == expected);
}

TEST_CASE("empty input gives empty output") { CHECK(translate("").empty()); }

TEST_CASE("separators of lines that are not LF do not make lines") {
  CHECK(count_lines(translate("a\xe2\x80\xa8"
                              "b\xc2\x85"
                              "c\x0b"
                              "d\x0c"
                              "e\rf\n")) == 1);
}

TEST_CASE("separators of lines that are not LF stay tokens") {
  const TemporaryFolder folder;
  const std::string text =
      "a\xe2\x80\xa8"
      "b \xc2\x85 c\n";
  for (int i = 0; i < 50; ++i) write_text(folder / "text", content_of(folder / "text") + text);
  write_text(folder / "line", text);
  const Outcome outcome = run_bash(
      "cd " + quoted(folder.path()) +
      "\n\"$dragoman\" tokenizer train --input text --model m --type bpe --normalization identity "
      "--character-coverage 1 --vocabulary-size 12 || exit\n"
      "\"$dragoman\" tokenizer encode m --input line >pieces || exit\n"
      "\"$dragoman\" tokenizer encode m --input line --ids >ids || exit\n"
      "[ $(tr -cd ' ' <pieces | wc -c) = $(tr -cd ' ' <ids | wc -c) ] && echo alike\n"
      "\"$dragoman\" tokenizer decode m --input pieces\n"
      "\"$dragoman\" tokenizer decode m --input ids --ids\n");
  INFO(outcome.err);
  CHECK(outcome.out == "alike\n" + text + text);
}

TEST_CASE("a tokenizer that keeps white space restores CR inside lines") {
  const TemporaryFolder folder;
  const std::string text = "a\rb  c\td\r\re\n x \n";
  for (int i = 0; i < 50; ++i) write_text(folder / "text", content_of(folder / "text") + text);
  write_text(folder / "line", text);
  const Outcome outcome = run_bash(
      "cd " + quoted(folder.path()) +
      "\n\"$dragoman\" tokenizer train --input text --model m --type char --keep-whitespace "
      "--character-coverage 1 --vocabulary-size 40 || exit\n"
      "\"$dragoman\" tokenizer encode m --input line | \"$dragoman\" tokenizer decode m\n"
      "\"$dragoman\" tokenizer encode m --input line --ids | \"$dragoman\" tokenizer decode m "
      "--ids\n");
  INFO(outcome.err);
  CHECK(outcome.out == text + text);
}

TEST_CASE("a line of 100,000 characters is translated in parts, with a warning") {
  const TemporaryFolder folder;
  std::string text;
  while (text.size() < 50000) text += "The dog sees the house. ";
  text += std::string(50000, 'x') + "\nThe dog sleeps.\n";
  write_text(folder / "in", text);
  const Outcome outcome = succeeded(
      run_program("translate " + tiny_run() + " --beam 1 --input '" + folder / "in" + "'"));
  CHECK(count_lines(outcome.out) == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("in:1: longer than the model takes"));
}

TEST_CASE("texts that are cut to be scored get a warning, each once") {
  const TemporaryFolder folder;
  std::string text;
  while (text.size() < 5000) text += "The dog sees the house. ";
  const std::string lines = "The dog sleeps.\n" + text + "\n";
  write_text(folder / "in", lines);
  write_text(folder / "out", text + "\n" + "Der Hund.\n");
  write_text(folder / "list", "1 ||| Der Hund. ||| \n1 ||| " + text + " ||| \n");
  const std::string score = "score " + tiny_run() + " --source '" + folder / "in" + "'";
  const Outcome pairs = succeeded(run_program(score + " --target '" + folder / "out" + "'"));
  CHECK_THAT(pairs.err, ContainsSubstring("in:2: longer than the model takes: cut"));
  CHECK_THAT(pairs.err, ContainsSubstring("out:1: longer than the model takes: cut"));
  CHECK(count_lines(pairs.err) == 2);
  const Outcome from_stdin = run_program(score + " <'" + folder / "out" + "'");
  CHECK_THAT(from_stdin.err, ContainsSubstring("standard input:1: longer than the model takes"));
  const Outcome list =
      succeeded(run_program(score + " --n-best --target '" + folder / "list" + "'"));
  CHECK_THAT(list.err, ContainsSubstring("in:2: longer than the model takes: cut"));
  CHECK_THAT(list.err, ContainsSubstring("list:2: longer than the model takes: cut"));
  CHECK(count_lines(list.err) == 2);
}

TEST_CASE("invalid UTF-8 is replaced, with a warning that names the line") {
  const TemporaryFolder folder;
  write_text(folder / "in", "The dog sleeps.\nThe \xff\xfe dog.\n");
  const Outcome outcome =
      succeeded(run_program("translate " + tiny_run() + " --input '" + folder / "in" + "'"));
  CHECK(count_lines(outcome.out) == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("in:2: invalid UTF-8"));
  const Outcome from_stdin = run_program("translate " + tiny_run() + " <'" + folder / "in" + "'");
  CHECK_THAT(from_stdin.err, ContainsSubstring("warning: standard input:2: invalid UTF-8"));
}

TEST_CASE("of many invalid lines, ten are named and the rest are counted") {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 33; ++i) lines += "sch\xf6n\n";
  write_text(folder / "in", lines);
  const Outcome outcome = succeeded(
      run_program("translate " + tiny_run() + " --beam 1 --input '" + folder / "in" + "'"));
  CHECK_THAT(outcome.err,
             ContainsSubstring("in:1: invalid UTF-8: replaced by U+FFFD; convert the file, as by "
                               "`iconv -f LATIN1 -t UTF-8 FILE >NEW`\n") &&
                 ContainsSubstring("in:10: invalid UTF-8: replaced by U+FFFD\n") &&
                 !ContainsSubstring("in:11:") &&
                 ContainsSubstring("in: 23 more lines are invalid UTF-8: replaced by U+FFFD\n"));
  CHECK(count_lines(outcome.err) == 12);
}

TEST_CASE("translations come while the input is still open") {
  // The second line is sent only after the first one's translation has come back.
  const Outcome outcome = succeeded(run_bash(
      "coproc \"$dragoman\" translate " + tiny_run() +
      " 2>/dev/null\n"
      "for line in 'The dog sleeps.' 'I see the house.'; do\n"
      "  echo \"$line\" >&${COPROC[1]}; read -r answer <&${COPROC[0]} || exit 9; echo \"$answer\"\n"
      "done\n"));
  CHECK(outcome.out == translate("The dog sleeps.\nI see the house.\n"));
}

TEST_CASE("terms, prefixes and phrases may come from a pipe") {
  const TemporaryFolder folder;
  write_text(folder / "in", "The dog sleeps.\nI see the house.\n");
  write_text(folder / "prefix", "Katze\nMaus\n");
  write_text(folder / "terms", "dog\tKatze\nhouse\tMaus\n");
  const std::string from_pipes = "cd " + quoted(folder.path()) +
                                 "\ntranslate() { \"$dragoman\" translate " + tiny_run() +
                                 " --input in \"$@\" || exit; }\n"
                                 "for option in --prefix --constraints --terminology; do\n"
                                 "  file=prefix; [ $option = --terminology ] && file=terms\n"
                                 "  translate $option $file >expected\n"
                                 "  translate $option <(cat $file) | cmp - expected || exit\n"
                                 "  translate $option - <$file | cmp - expected || exit\n"
                                 "done\ncat expected";
  const Outcome outcome = succeeded(run_bash(from_pipes));
  CHECK_THAT(outcome.out, ContainsSubstring("Katze") && ContainsSubstring("Maus"));
}

TEST_CASE("a phrase or prefix that is refused is named by its line, from a pipe, too") {
  const TemporaryFolder folder;
  write_text(folder / "wishes", "Der\n\nŻółw\n");
  const std::string translate = "cd " + quoted(folder.path()) +
                                "\nprintf 'The dog sleeps.\\n\\nI see the house.\\n' |"
                                "\"$dragoman\" translate " +
                                tiny_run();
  for (const std::string option : {"--constraints", "--prefix"}) {
    const Outcome outcome = run_bash(translate + " " + option + " wishes");
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("standard input:3: the "));
    CHECK_THAT(outcome.err, ContainsSubstring("`Żółw`"));
  }
}

TEST_CASE("standard input is read even where a file is named -") {
  const TemporaryFolder folder;
  write_text(folder / "-", "");
  write_text(folder / "terms", "dog\tKatze\n");
  const Outcome outcome = succeeded(run_bash("cd " + quoted(folder.path()) +
                                             "\necho 'The dog sleeps.' | \"$dragoman\" translate " +
                                             tiny_run() + " --terminology terms"));
  CHECK_THAT(outcome.out, ContainsSubstring("Katze"));
}

TEST_CASE("gzip is read and written by name") {
  const Outcome outcome =
      succeeded(run_bash("cd $(mktemp -d); trap 'rm -rf \"$PWD\"' EXIT\n"
                         "printf 'The dog sleeps.\\nI see the house.\\n' | gzip >in.gz\n"
                         "\"$dragoman\" translate " +
                         tiny_run() + " --input in.gz --output out.gz && gzip -dc out.gz"));
  CHECK(outcome.out == translate("The dog sleeps.\nI see the house.\n"));
}

}  // namespace dragoman
