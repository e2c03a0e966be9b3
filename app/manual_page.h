#pragma once

#include <string>
#include <vector>

#include "app/command_description.h"

namespace dragoman {

/// Returns the name of a command's page: "dragoman-tokenizer-train". The program's page is
/// "dragoman".
std::string manual_page_name(const CommandDescription& command);

/// Returns the manual page of a command in man(7) macros. `all`: describe_commands().
std::string manual_page(const CommandDescription& command,
                        const std::vector<CommandDescription>& all);

}  // namespace dragoman
