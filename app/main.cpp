#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <sstream>

#include "app/command_table.h"
#include "app/commands.h"
#include "io/closest_name.h"
#include "io/ignored_signal.h"
#include "io/output_file.h"
#include "io/standard_streams.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& names) {
  const std::string meant = closest_name(name, names);
  return meant.empty() ? "" : ", did you mean `" + meant + "`?";
}

/// Throws unless `name` is one of the commands that `dragoman OF --help` lists. CLI11 would only
/// say that a command is missing.
void check_among(const std::string& name, const std::vector<std::string>& names,
                 const std::string& of = "") {
  if (is_one_of(name, names)) return;
  throw std::invalid_argument("unknown command `" + name + "`" + did_you_mean(name, names) +
                              " (dragoman " + of + "--help lists the commands)");
}

/// Throws for an unknown command or option of the program.
void check_command(const std::string& name) {
  if (name.empty()) {
    throw std::invalid_argument(
        "a command is missing: begin with `dragoman train --source FILE --target FILE --out RUN`, "
        "or see the commands with `dragoman --help`");
  }
  if (name.starts_with('-') && !is_one_of(name, {"--help", "-h", "--version"})) {
    throw std::invalid_argument("unknown option " + name +
                                did_you_mean(name, {"--help", "--version"}) +
                                " (dragoman --help lists the commands)");
  }
  std::vector<std::string> names;
  for (const Command& command : all_commands()) names.emplace_back(command.name);
  if (!name.starts_with('-')) check_among(name, names);
}

/// Checks the first word that `command` did not know, if it needs a command of its own.
void check_inner_command(const CLI::App& command) {
  const std::vector<std::string> unknown = command.remaining();
  if (command.get_require_subcommand_min() == 0 || !command.get_subcommands().empty() ||
      unknown.empty() || unknown.front().starts_with('-'))
    return;
  std::vector<std::string> names;
  for (const CLI::App* inner : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(inner->get_name());
  check_among(unknown.front(), names, command.get_name() + " ");
}

/// Returns the options of `command` and of its own command that was given with it.
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> options = command.get_options();
  for (const CLI::App* inner : command.get_subcommands()) {
    const std::vector<const CLI::Option*> more = options_of(*inner);
    options.insert(options.end(), more.begin(), more.end());
  }
  return options;
}

/// Says what was meant by a long option that these options lack, or that was given too early.
std::string what_was_meant(const std::string& given,
                           const std::vector<const CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    const std::string positional = option->get_positional() ? option->get_name(true) : "";
    if (!positional.empty() && "--" + CLI::detail::to_lower(positional) == given)
      return ": give " + positional + " alone, without " + given;
  }
  if (is_one_of(given, names)) return " here: it belongs at the end";
  return did_you_mean(given, names);
}

/// Returns an error that names the first long option that `command` did not know, and the one that
/// was meant; "" if it knew all.
std::string unknown_option(const CLI::App& command) {
  for (const std::string& argument : command.remaining(/*recurse=*/true)) {
    if (argument == "--") break;
    if (!argument.starts_with("--")) continue;
    const std::string given = argument.substr(0, argument.find('='));
    return "unknown option " + given + what_was_meant(given, options_of(command));
  }
  return "";
}

/// Returns what CLI11 refused. Of an option without its value, CLI11 says that "1 required INT" is
/// missing.
std::string refusal_in(const CLI::ParseError& error) {
  const std::string text = error.what();
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (kind != CLI::ExitCodes::ArgumentMismatch || !text.ends_with(" missing")) return text;
  return text.substr(0, text.find(": ")) + " needs a value";
}

/// Returns advice if a value of an option of several is wrong: it may be RUN. Otherwise "".
std::string advice_on_values(const CLI::ParseError& error,
                             const std::vector<const CLI::Option*>& options) {
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (kind != CLI::ExitCodes::ConversionError && kind != CLI::ExitCodes::ValidationError) return "";
  for (const CLI::Option* option : options) {
    const bool has_several = !option->get_positional() && option->get_allow_extra_args();
    if (!has_several || std::string(error.what()).find(option->get_name()) == std::string::npos)
      continue;
    return "; values of " + option->get_name() + " end at the next option: put RUN before it";
  }
  return "";
}

/// Throws for options that CLI11 refused. CLI11 may take the value of an unknown option as another
/// argument, and would name that.
[[noreturn]] void throw_wrong_options(const CLI::ParseError& error, const CLI::App& parser,
                                      const std::string& named) {
  const CLI::App& command = *parser.get_subcommand(named);
  check_inner_command(command);
  const std::string unknown = unknown_option(command);
  std::string words = named;
  for (const CLI::App* inner : command.get_subcommands()) words += " " + inner->get_name();
  const std::string refused = refusal_in(error) + advice_on_values(error, options_of(command));
  throw std::invalid_argument((unknown.empty() ? refused : unknown) + " (dragoman " + words +
                              " --help lists its options)");
}

/// Answers --help or --version.
int print_answer(const CLI::App& parser, const CLI::ParseError& question) {
  std::ostringstream answer;
  parser.exit(question, answer, std::cerr);
  OutputFile output = OutputFile::standard_output();
  output.write(answer.str());
  output.commit();
  return 0;
}

/// Puts ./ before `[x]` where CLI11 would read it as a list with the element x: where it is RUN, or
/// one of the values of an option.
void mark_as_paths(const CLI::App& command, std::vector<std::string>& words) {
  if (command.get_require_subcommand_min() > 0) return;  // its own commands have no such options
  for (size_t i = 1; i < words.size(); ++i) {
    if (!words[i].starts_with('[') || !words[i].ends_with(']')) continue;
    const CLI::Option* const before = command.get_option_no_throw(words[i - 1]);
    const bool is_single = before != nullptr && before->get_items_expected_min() > 0 &&
                           !before->get_allow_extra_args();
    if (!is_single) words[i].insert(0, "./");
  }
}

/// Returns the command: the first word, or the second in `--help train`.
std::string command_in(const std::vector<std::string>& words) {
  const size_t at = words.size() > 1 && is_one_of(words[0], {"--help", "-h"}) ? 1 : 0;
  return at < words.size() ? words[at] : "";
}

int parse_and_run(std::vector<std::string> words) {
  const std::string named = command_in(words);
  check_command(named);
  std::function<int()> run;
  const auto parser = make_parser({named}, run);
  if (!named.starts_with('-')) mark_as_paths(*parser->get_subcommand(named), words);
  try {
    parser->parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return print_answer(*parser, error);
    throw_wrong_options(error, *parser, named);
  }
  return run();
}

/// Lets signals end process 1 of a container, which by default the system protects from them.
void end_by_signals_as_first_process() {
  if (::getpid() != 1) return;
  for (const int number : kEndingSignals) {
    if (!is_ignored(number)) std::signal(number, [](int caught) { _exit(kExitSignal + caught); });
  }
}

/// Prints the error by one write, so that lines of several programs do not mix.
void print_error(const std::string& message) {
  std::cerr << "dragoman: error: " + message + "\n" << std::flush;
}

}  // namespace
}  // namespace dragoman

int main(int argc, char** argv) {
  dragoman::hold_closed_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a write then fails with an error, which is caught
  std::signal(SIGXFSZ, SIG_IGN);
  dragoman::end_by_signals_as_first_process();
  try {
    return dragoman::parse_and_run({argv + std::min(argc, 1), argv + argc});
  } catch (const dragoman::ClosedPipe&) {
    return dragoman::kExitClosedPipe;
  } catch (const std::invalid_argument& error) {
    dragoman::print_error(error.what());
    return dragoman::kExitUsage;
  } catch (const std::exception& error) {
    dragoman::print_error(dragoman::one_line(error, argc > 1 ? argv[1] : ""));
    return dragoman::kExitFailure;
  }
}
