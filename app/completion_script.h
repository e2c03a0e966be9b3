#pragma once

#include <string>
#include <vector>

#include "app/command_description.h"

namespace dragoman {

/// A script that completes command lines of `dragoman` in a shell: commands, options, the values
/// of options that take one of a few, else names of files. Of describe_commands().
std::string bash_completion(const std::vector<CommandDescription>& commands);
std::string zsh_completion(const std::vector<CommandDescription>& commands);
std::string fish_completion(const std::vector<CommandDescription>& commands);

}  // namespace dragoman
