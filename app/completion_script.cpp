#include "app/completion_script.h"

#include <fmt/format.h>

#include <string_view>

namespace dragoman {
namespace {

/// Returns the text in single quotes. `quote` replaces each single quote within it.
std::string quoted(std::string_view text, std::string_view quote) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string(quote) : std::string(1, c);
  return result + "'";
}

std::string in_quotes(std::string_view text) { return quoted(text, "'\\''"); }

std::string escaped(std::string_view text, std::string_view characters) {
  std::string result;
  for (const char c : text) {
    if (characters.find(c) != characters.npos) result += '\\';
    result += c;
  }
  return result;
}

std::vector<std::string> flags_of(const CommandDescription& command) {
  std::vector<std::string> flags;
  for (const OptionDescription& option : command.options)
    flags.insert(flags.end(), option.flags.begin(), option.flags.end());
  return flags;
}

/// Returns the words that a command takes first: its subcommands, or the choices of its positional
/// argument. One that is a COMMAND takes `all`, the program's commands.
std::vector<std::string> first_words(const CommandDescription& command,
                                     const std::vector<std::string>& all) {
  for (const OptionDescription& option : command.options) {
    if (!option.flags.empty()) continue;
    return option.value == "COMMAND" ? all : option.choices;
  }
  return command.commands;
}

/// Returns a bash case for a command: its options, and the words that it takes first.
std::string bash_words(const CommandDescription& command, const std::vector<std::string>& all) {
  const std::string name = in_quotes(joined_words(command.words));
  return fmt::format("    {}) options={} commands={} ;;\n", name,
                     in_quotes(joined_words(flags_of(command))),
                     in_quotes(joined_words(first_words(command, all))));
}

/// Returns the bash cases for values of options, of those that take several or of the others.
std::string bash_choices(const CommandDescription& command, bool are_repeatable) {
  std::string cases;
  for (const OptionDescription& option : command.options) {
    if (option.choices.empty() || option.is_repeatable != are_repeatable) continue;
    for (const std::string& flag : option.flags)
      cases +=
          fmt::format("    {}) values={} ;;\n", in_quotes(joined_words(command.words) + " " + flag),
                      in_quotes(joined_words(option.choices)));
  }
  return cases;
}

/// Returns the zsh cases for values after the first of options that take several.
std::string zsh_lists(const CommandDescription& command) {
  std::string cases;
  for (const OptionDescription& option : command.options) {
    if (option.choices.empty() || !option.is_repeatable) continue;
    const std::string cut =
        option.delimiter == '\0' ? "" : fmt::format("compset -P '*{}'; ", option.delimiter);
    for (const std::string& flag : option.flags)
      cases += fmt::format("    {}) {}compadd -- {}; return ;;\n",
                           in_quotes(joined_words(command.words) + " " + flag), cut,
                           joined_words(option.choices));
  }
  return cases;
}

/// Returns the zsh action that completes the value of an option, or a positional argument.
std::string zsh_action(const OptionDescription& option, const std::vector<std::string>& choices) {
  if (choices.empty()) return "_files";
  if (option.delimiter == '\0') return "(" + joined_words(choices) + ")";
  return fmt::format("_values -s {} {} {}", option.delimiter, option.value, joined_words(choices));
}

/// Returns zsh's _arguments specification of an option or positional argument of a command whose
/// first words are `first`.
std::string zsh_argument(const OptionDescription& option, const std::vector<std::string>& first) {
  const std::vector<std::string>& choices = option.flags.empty() ? first : option.choices;
  const std::string action = zsh_action(option, choices);
  const std::string value =
      option.takes_value ? ":" + escaped(option.value, ":") + ":" + action : "";
  if (option.flags.empty())
    return in_quotes((option.is_repeatable ? "*:" : ":") + escaped(option.value, ":") + ":" +
                     action);
  const std::string help = "[" + escaped(option.help, "[]") + "]" + value;
  std::string arguments;
  for (const std::string& flag : option.flags) {
    const bool takes_equals = option.takes_value && flag.starts_with("--");
    arguments +=
        (arguments.empty() ? "" : " ") +
        in_quotes((option.is_repeatable ? "*" : "") + flag + (takes_equals ? "=" : "") + help);
  }
  return arguments;
}

std::string zsh_case(const CommandDescription& command,
                     const std::vector<CommandDescription>& commands) {
  std::string body;
  for (const OptionDescription& option : command.options)
    body += " \\\n        " + zsh_argument(option, first_words(command, commands[0].commands));
  std::string described;
  for (const CommandDescription& inner : commands) {
    if (is_below(inner, command))
      described += " " + in_quotes(escaped(inner.words.back(), ":") + ":" + inner.help);
  }
  const std::string name = in_quotes(joined_words(command.words));
  if (!described.empty()) {
    body += " \\\n        '1:command:{_describe command commands}'";
    return fmt::format("    {})\n      commands=({})\n      _arguments{}\n      ;;\n", name,
                       described.substr(1), body);
  }
  return fmt::format("    {})\n      _arguments{}\n      ;;\n", name, body);
}

/// Returns the beginning of a line of fish that holds where a function with these arguments is
/// true.
std::string fish_where(const std::string& function, const std::vector<std::string>& words) {
  return "complete -c dragoman -n " +
         in_quotes(function + (words.empty() ? "" : " " + joined_words(words)));
}

std::string fish_option(const CommandDescription& command, const OptionDescription& option) {
  std::string line =
      fish_where(command.commands.empty() ? "__dragoman_in" : "__dragoman_is", command.words);
  for (const std::string& flag : option.flags)
    line += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
  if (!option.choices.empty())
    line += " -x -a " + in_quotes(joined_words(option.choices));
  else if (option.takes_value)
    line += " -r";
  line += " -d " + quoted(option.help, "\\'") + "\n";
  if (option.choices.empty() || !option.is_repeatable) return line;
  for (const std::string& flag : option.flags) {
    std::vector<std::string> list = command.words;
    list.push_back(flag);
    line += fish_where("__dragoman_list", list) + " -f -a " +
            in_quotes(joined_words(option.choices)) + "\n";
  }
  return line;
}

std::string fish_commands(const CommandDescription& command) {
  if (command.words.empty()) return "";
  const std::vector<std::string> before(command.words.begin(), command.words.end() - 1);
  return fmt::format("{} -f -a {} -d {}\n", fish_where("__dragoman_is", before),
                     command.words.back(), quoted(command.help, "\\'"));
}

/// Returns the line for a positional argument that takes one of a few words.
std::string fish_first_words(const CommandDescription& command,
                             const std::vector<std::string>& all) {
  const std::vector<std::string> words = first_words(command, all);
  if (words.empty() || !command.commands.empty()) return "";
  return fish_where("__dragoman_is", command.words) + " -f -a " + in_quotes(joined_words(words)) +
         "\n";
}

/// Returns the commands that have subcommands, as a pattern of the shell: "tokenizer|model".
std::string with_subcommands(const std::vector<CommandDescription>& commands) {
  std::string pattern;
  for (const CommandDescription& command : commands) {
    if (!command.words.empty() && !command.commands.empty())
      pattern += (pattern.empty() ? "" : "|") + joined_words(command.words);
  }
  return pattern;
}

}  // namespace

std::string bash_completion(const std::vector<CommandDescription>& commands) {
  std::string words, choices, lists;
  for (const CommandDescription& command : commands) {
    words += bash_words(command, commands[0].commands);
    choices += bash_choices(command, false);
    lists += bash_choices(command, true);
  }
  return fmt::format(R"(# Completes command lines of dragoman in bash.
_dragoman() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command="" depth=0
  local options="" commands="" values="" last=$((COMP_CWORD - 1))
  if [[ $word == = ]]; then word=""; fi
  if [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  if ((COMP_CWORD > 1)); then command=${{COMP_WORDS[1]}} depth=1; fi
  case $command in
    {}) if ((COMP_CWORD > 2)); then command+=" ${{COMP_WORDS[2]}}" depth=2; fi ;;
  esac
  case $command in
{}  esac
  case "$command $before" in
{}  esac
  while ((last > depth)) && [[ ${{COMP_WORDS[last]}} != -* ]]; do ((last--)); done
  case "$command ${{COMP_WORDS[last]}}" in
{}  esac
  if [[ $word == -* ]]; then values=""; fi
  if [[ -n $values ]]; then
    options=$values
  elif ((COMP_CWORD == depth + 1)) && [[ -n $commands && $word != -* ]]; then
    options=$commands
  elif [[ $word != -* ]]; then
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
}}
complete -o bashdefault -o default -F _dragoman dragoman
)",
                     with_subcommands(commands), words, choices, lists);
}

std::string zsh_completion(const std::vector<CommandDescription>& commands) {
  std::string cases, lists;
  for (const CommandDescription& command : commands) {
    cases += zsh_case(command, commands);
    lists += zsh_lists(command);
  }
  return fmt::format(R"(#compdef dragoman
# Completes command lines of dragoman in zsh.
_dragoman() {{
  local command="" depth=0
  local -a commands
  if ((CURRENT > 2)); then command=$words[2] depth=1; fi
  case $command in
    {}) if ((CURRENT > 3)); then command+=" $words[3]" depth=2; fi ;;
  esac
  if ((depth)); then
    shift $depth words
    ((CURRENT -= depth))
  fi
  local last=$((CURRENT - 1))
  while ((last > 1)) && [[ $words[last] != -* ]]; do ((last--)); done
  if [[ $PREFIX != -* ]]; then
    case "$command ${{words[last]%%=*}}" in
{}    esac
  fi
  case $command in
{}  esac
}}
_dragoman "$@"
)",
                     with_subcommands(commands), lists, cases);
}

std::string fish_completion(const std::vector<CommandDescription>& commands) {
  std::string text = R"(# Completes command lines of dragoman in fish.
# The command line begins with these words.
function __dragoman_in
    set -l words (commandline -opc)[2..]
    string match --quiet -- "$argv *" "$words "
end
# The command line has these words and no more.
function __dragoman_is
    set -l words (commandline -opc)[2..]
    test "$words" = "$argv"
end
# The command line begins with these words but the last, which is its last option.
function __dragoman_list
    set -l flags (string match -- '-*' (commandline -opc))
    __dragoman_in $argv[1..-2]; and test "$flags[-1]" = "$argv[-1]"
end
)";
  for (const CommandDescription& command : commands) text += fish_commands(command);
  for (const CommandDescription& command : commands) {
    text += fish_first_words(command, commands[0].commands);
    for (const OptionDescription& option : command.options)
      if (!option.flags.empty()) text += fish_option(command, option);
  }
  return text;
}

}  // namespace dragoman
