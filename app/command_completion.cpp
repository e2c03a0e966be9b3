#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "app/completion_script.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

int print_completion(const std::string& shell) {
  const std::vector<CommandDescription> commands = describe_program();
  TextWriter output("-");
  output.write(shell == "bash"  ? bash_completion(commands)
               : shell == "zsh" ? zsh_completion(commands)
                                : fish_completion(commands));
  output.close();
  return 0;
}

}  // namespace

void add_completion_command(CLI::App& command, std::function<int()>& run) {
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "the shell: bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command.footer("In bash: source <(dragoman completion bash)");
  command.callback([shell, &run] { run = [shell] { return print_completion(*shell); }; });
}

}  // namespace dragoman
