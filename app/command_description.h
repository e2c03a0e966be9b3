#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace dragoman {

/// An option or positional argument, as `--help` shows it.
struct OptionDescription {
  std::vector<std::string> flags;  // "-h", "--help"; none: a positional argument
  std::string value;               // name of a positional argument, or type of an option's value
  bool takes_value = false;
  bool is_required = false;
  bool is_repeatable = false;
  std::vector<std::string> choices;  // the values that it takes; none: any
  std::string help;
  std::string group;  // title of its section in `--help`
};

struct CommandDescription {
  std::vector<std::string> words;  // "tokenizer", "train"
  std::string help;
  std::vector<OptionDescription> options;
  std::vector<std::string> commands;  // the words that may follow: "train", "encode", "decode"
};

/// The program itself, which has no words, and all its commands, with those within commands.
std::vector<CommandDescription> describe_commands(const CLI::App& program);

/// describe_commands of the whole of `dragoman`.
std::vector<CommandDescription> describe_program();

/// "tokenizer train" of the words.
std::string joined_words(const std::vector<std::string>& words, const std::string& between = " ");

}  // namespace dragoman
