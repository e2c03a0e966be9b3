#pragma once

#include <string>
#include <vector>

#include "app/command_description.h"

namespace dragoman {

/// Returns a script that completes command lines of `dragoman` in a shell: commands, options,
/// values of options with fixed choices, else file names. `commands`: describe_commands().
std::string bash_completion(const std::vector<CommandDescription>& commands);
std::string zsh_completion(const std::vector<CommandDescription>& commands);
std::string fish_completion(const std::vector<CommandDescription>& commands);

}  // namespace dragoman
