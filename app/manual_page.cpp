#include "app/manual_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "io/ascii.h"

namespace dragoman {
namespace {

/// Escapes the text, so that roff finds no commands in it.
std::string roff(std::string_view text) {
  std::string result;
  if (text.starts_with('.') || text.starts_with('\'')) result = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\n') {
      result += "\n.br\n";
    } else {
      result += c;
    }
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }

std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

std::string value_of(const OptionDescription& option) {
  if (option.choices.empty()) return italic(option.value);
  std::vector<std::string> choices;
  for (const std::string& choice : option.choices) choices.push_back(bold(choice));
  return joined_words(choices, "|");
}

std::string option_text(const OptionDescription& option) {
  std::vector<std::string> names;
  for (const std::string& flag : option.flags) names.push_back(bold(flag));
  std::string line = option.flags.empty() ? italic(option.value) : joined_words(names, ", ");
  if (!option.flags.empty() && option.takes_value) line += " " + value_of(option);
  const std::string required = option.is_required ? " (required)" : "";
  return ".TP\n" + line + "\n" + roff(option.help) + required + "\n";
}

std::string synopsis(const CommandDescription& command) {
  std::string line = bold("dragoman");
  if (!command.words.empty()) line += " " + bold(joined_words(command.words));
  if (!command.commands.empty())
    return line + " " + italic("COMMAND") + " [" + italic("OPTION") + "]...";
  for (const OptionDescription& option : command.options)
    if (!option.flags.empty() && option.is_required)
      line += " " + bold(option.flags.back()) + " " + value_of(option);
  line += " [" + italic("OPTION") + "]...";
  for (const OptionDescription& option : command.options) {
    if (!option.flags.empty()) continue;
    const std::string name = italic(option.value) + (option.is_repeatable ? "..." : "");
    line += option.is_required ? " " + name : " [" + name + "]";
  }
  return line;
}

std::string section_of(const OptionDescription& option) {
  if (option.flags.empty()) return "ARGUMENTS";
  return to_ascii_uppercase(option.group);
}

/// Returns a section for the arguments, and one for each group of options, in the order of
/// `--help`.
std::string options_text(const CommandDescription& command) {
  std::vector<std::string> sections = {"ARGUMENTS"};
  for (const OptionDescription& option : command.options) {
    const std::string section = section_of(option);
    if (std::find(sections.begin(), sections.end(), section) == sections.end())
      sections.push_back(section);
  }
  std::string text;
  for (const std::string& section : sections) {
    std::string entries;
    for (const OptionDescription& option : command.options)
      if (section_of(option) == section) entries += option_text(option);
    if (!entries.empty()) text += ".SH \"" + roff(section) + "\"\n" + entries;
  }
  return text;
}

std::string commands_text(const CommandDescription& command,
                          const std::vector<CommandDescription>& all) {
  std::string text;
  for (const CommandDescription& other : all) {
    if (is_below(other, command))
      text += ".TP\n.BR " + roff(manual_page_name(other)) + " (1)\n" + roff(other.help) + "\n";
  }
  return text.empty() ? "" : ".SH COMMANDS\n" + text;
}

constexpr std::string_view kExitStatus = R"(.SH "EXIT STATUS"
.TP
0
success
.TP
1
failure
.TP
2
wrong command line or configuration
.TP
141
stdout was closed
.TP
128 + signal
a signal stopped the run, which has saved, and said how to continue
)";

constexpr std::string_view kFiles = R"(.SH FILES
.TP
.I /usr/share/dragoman/configs
configurations to train with
.TP
.I /usr/share/doc/dragoman
the guide
)";

constexpr std::string_view kStreams =
    "Results go to stdout, logs and progress to stderr. The name \\fB\\-\\fR means stdin or "
    "stdout.\n";

}  // namespace

std::string manual_page_name(const CommandDescription& command) {
  return "dragoman" + (command.words.empty() ? "" : "-" + joined_words(command.words, "-"));
}

std::string manual_page(const CommandDescription& command,
                        const std::vector<CommandDescription>& all) {
  const std::string name = manual_page_name(command);
  std::string text = fmt::format(".TH \"{}\" 1 \"\" \"dragoman {}\" \"User Commands\"\n",
                                 roff(to_ascii_uppercase(name)), DRAGOMAN_VERSION);
  text += ".SH NAME\n" + roff(name) + " \\- " + roff(command.help) + "\n";
  text += ".SH SYNOPSIS\n" + synopsis(command) + "\n";
  text += ".SH DESCRIPTION\n" + std::string(kStreams);
  text += commands_text(command, all) + options_text(command);
  text += kExitStatus;
  if (command.words.empty()) return text + std::string(kFiles);
  return text + ".SH \"SEE ALSO\"\n.BR dragoman (1)\n";
}

}  // namespace dragoman
