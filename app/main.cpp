#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <limits>

#include "app/command_table.h"
#include "app/commands.h"
#include "io/closest_name.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

/// CLI11 alone would say that a command is missing.
void check_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : all_commands()) names.emplace_back(command.name);
  if (name.starts_with('-') || std::find(names.begin(), names.end(), name) != names.end()) return;
  const std::string meant = closest_name(name, names);
  throw std::invalid_argument("unknown command `" + name + "`" +
                              (meant.empty() ? "" : ", did you mean `" + meant + "`?") +
                              " (dragoman --help tells the commands)");
}

int parse_and_run(int argc, char** argv) {
  if (argc > 1) check_command(argv[1]);
  std::function<int()> run;
  const auto parser = make_parser({argc > 1 ? argv[1] : ""}, run);
  try {
    parser->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return parser->exit(error);  // --help, --version
    throw std::invalid_argument(std::string(error.what()) +
                                " (dragoman --help tells the commands)");
  }
  return run();
}

}  // namespace
}  // namespace dragoman

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // writing then fails with an error that is caught
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return dragoman::parse_and_run(argc, argv);
  } catch (const dragoman::ClosedPipe&) {
    return dragoman::kExitClosedPipe;
  } catch (const std::invalid_argument& error) {
    std::cerr << "dragoman: error: " << error.what() << std::endl;
    return dragoman::kExitUsage;
  } catch (const std::exception& error) {
    std::cerr << "dragoman: error: " << dragoman::one_line(error) << std::endl;
    return dragoman::kExitFailure;
  }
}
