// Completion scripts and manual pages, which come from the options of the commands.
#include "program.h"

namespace dragoman {
namespace {

/// What bash completes: the words of a command line, of which the last is being written.
std::string completed(const std::string& words) {
  const Outcome outcome = run_bash(
      "source <(\"$dragoman\" completion bash)\n"
      "COMP_WORDS=(dragoman " +
      words + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_dragoman\n" + "echo \"${COMPREPLY[*]}\"");
  CHECK(outcome.err.empty());
  REQUIRE(outcome.status == 0);
  return outcome.out;
}

}  // namespace

TEST_CASE("bash completes commands, options, and the values of options that take one of a few") {
  CHECK(completed("tra") == "train translate\n");
  CHECK(completed("translate --num-b") == "--num-best\n");
  CHECK(completed("evaluate --metrics c") == "chrf\n");
  CHECK(completed("evaluate --metrics = t") == "ter\n");  // bash cuts --metrics=t there
  CHECK(completed("evaluate --metrics bleu c") == "chrf\n");
  CHECK(completed("evaluate --metrics bleu --qu") == "--quiet\n");
  CHECK(completed("completion ''") == "bash zsh fish\n");
  CHECK(completed("manual trans") == "translate\n");
  CHECK(completed("--vers") == "--version\n");
  CHECK(completed("translate --format m") == "moses\n");
  CHECK(completed("serve --precision b") == "bf16\n");
  CHECK(completed("tokenizer ''") == "train encode decode\n");
  CHECK(completed("tokenizer encode --voc") == "--vocabulary\n");
  CHECK(completed("translate RU") == "\n");  // bash takes names of files
}

TEST_CASE("scripts for zsh and fish have the commands and their options") {
  const std::string zsh = run_program("completion zsh").out;
  CHECK(zsh.starts_with("#compdef dragoman\n"));
  CHECK_THAT(
      zsh, ContainsSubstring("'tokenizer encode')\n      _arguments") &&
               ContainsSubstring("'evaluate --metrics') compset -P '*,'; compadd -- bleu ") &&
               ContainsSubstring("compset -P '*,'; compadd -- upper title lower typo;") &&
               ContainsSubstring(":TEXT:_values -s , TEXT upper title lower typo'") &&
               ContainsSubstring("'--num-best=[") && ContainsSubstring(":SHELL:(bash zsh fish)'") &&
               ContainsSubstring(":COMMAND:(corpus ") &&
               ContainsSubstring("_arguments \\\n        '-h[print"));
  const std::string fish = run_program("completion fish").out;
  CHECK_THAT(fish, ContainsSubstring("'__dragoman_in tokenizer encode' -l vocabulary -r -d ") &&
                       ContainsSubstring("-l metrics -x -a 'bleu chrf ter' -d ") &&
                       ContainsSubstring("'__dragoman_list evaluate --metrics' -f -a 'bleu") &&
                       ContainsSubstring("'__dragoman_is completion' -f -a 'bash zsh fish'") &&
                       ContainsSubstring("'__dragoman_is tokenizer' -s h -l help -d "));
  check_error(run_program("completion csh"), 2, "csh");
}

TEST_CASE("every command has a manual page with its options") {
  const TemporaryFolder folder;
  succeeded(run_program("manual --out " + quoted(folder / "pages")));
  const std::string program = content_of(folder / "pages/dragoman.1");
  CHECK_THAT(program, ContainsSubstring(".TH \"DRAGOMAN\" 1") &&
                          ContainsSubstring(".BR dragoman\\-tokenizer (1)"));
  const std::string encode = content_of(folder / "pages/dragoman-tokenizer-encode.1");
  CHECK_THAT(encode, ContainsSubstring("\n\\fB\\-\\-vocabulary\\fR \\fITEXT\\fR\n"));
  CHECK(run_program("manual tokenizer encode").out == encode);
  check_error(run_program("manual tokeniser"), 2, "tokeniser");
}

TEST_CASE("help may be asked for before the command, too") {
  const std::string help = run_program("train --help").out;
  CHECK_THAT(help, ContainsSubstring("--processes"));
  CHECK(run_program("--help train").out == help);
  CHECK(run_program("-h train").out == help);
  check_error(run_program("--help trian"), 2, "did you mean `train`?");
}

TEST_CASE("help and manual page say which options take a value, and of what type") {
  const std::string help = run_program("translate --help").out;
  for (const char* const option : {"--beam INT", "--alpha FLOAT", "--device TEXT", "--shortlist"})
    CHECK_THAT(help, ContainsSubstring("\n  " + std::string(option) + "  "));
  CHECK_THAT(help, ContainsSubstring("\n  --suppress TEXT ...  "));
  const std::string page = run_program("manual translate").out;
  CHECK_THAT(page, ContainsSubstring("\n\\fB\\-\\-beam\\fR \\fIINT\\fR\n") &&
                       !ContainsSubstring("\\fIVALUE\\fR"));
}

TEST_CASE("the help of each command that searches says where defaults are from") {
  for (const char* const command : {"translate", "evaluate", "complete", "score"})
    CHECK_THAT(run_program(std::string(command) + " --help").out,
               ContainsSubstring("Defaults of the search are the settings in RUN/config.json."));
}

TEST_CASE("the help of complete is of texts, not of translations") {
  const std::string help = run_program("complete --help").out;
  CHECK_THAT(help, !ContainsSubstring("ranslation") && ContainsSubstring("draw other texts."));
}

TEST_CASE("the help of evaluate says the defaults of its metrics") {
  const std::string help = run_program("evaluate --help").out;
  for (const char* const value : {"bleu", "13a", "exp", "6", "0", "2"})
    CHECK_THAT(help, ContainsSubstring("(default: " + std::string(value) + ")"));
  CHECK_THAT(help, ContainsSubstring("have a typo (default: 0.1)"));
}

TEST_CASE("the help of tokenizer train says the defaults") {
  const Outcome help = succeeded(run_program("tokenizer train --help"));
  for (const char* const value : {"bpe", "8000", "false", "nmt_nfkc", "0.9999", "2000000"})
    CHECK_THAT(help.out, ContainsSubstring("(default: " + std::string(value) + ")"));
}

}  // namespace dragoman
