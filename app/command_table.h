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
  /// Adds its options. When a command line that names it is parsed, `run` is set to its work.
  void (*add)(CLI::App& command, std::function<int()>& run);
};

/// All commands, in the order of `dragoman --help`.
const std::vector<Command>& all_commands();

/// A parser of command lines: all commands, but only those named in `with_options` have their
/// options, which take time to add. `run` must outlive it.
std::unique_ptr<CLI::App> make_parser(const std::vector<std::string>& with_options,
                                      std::function<int()>& run);

}  // namespace dragoman
