#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace dragoman {

/// An option or positional argument, as `--help` shows it.
struct OptionDescription {
  std::vector<std::string> flags;  // "-h", "--help"; empty for a positional argument
  std::string value;               // name of a positional argument, or type of an option's value
  bool takes_value = false;
  bool is_required = false;
  bool is_repeatable = false;
  char delimiter = '\0';             // between values in one word; '\0': none
  std::vector<std::string> choices;  // allowed values; empty: any
  std::string help;
  std::string group;  // title of its section in `--help`
};

struct CommandDescription {
  std::vector<std::string> words;  // "tokenizer", "train"
  std::string help;
  std::vector<OptionDescription> options;
  std::vector<std::string> commands;  // names of its subcommands: "train", "encode", "decode"
};

/// Describes the program (an entry without words), its commands and their subcommands.
std::vector<CommandDescription> describe_commands(const CLI::App& program);

/// Returns describe_commands() of `dragoman` with the options of all commands.
std::vector<CommandDescription> describe_program();

/// True if `inner` is a subcommand of `outer`.
bool is_below(const CommandDescription& inner, const CommandDescription& outer);

/// Joins the words: "tokenizer train".
std::string joined_words(const std::vector<std::string>& words, const std::string& between = " ");

}  // namespace dragoman
