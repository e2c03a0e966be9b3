#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace dragoman {

/// A command of the program.
struct Command {
  const char* name;
  const char* help;
  /// Adds the command's options. Parsing a command line that names the command sets `run` to a
  /// function that executes it.
  void (*add)(CLI::App& command, std::function<int()>& run);
};

/// All commands, in the order of `dragoman --help`.
const std::vector<Command>& all_commands();

/// Returns a parser that knows all commands. Only the commands in `with_options` get their options,
/// since adding options takes time. `run` must outlive the parser.
std::unique_ptr<CLI::App> make_parser(const std::vector<std::string>& with_options,
                                      std::function<int()>& run);

}  // namespace dragoman
