#pragma once

#include <string>
#include <vector>

#include "app/command_description.h"

namespace dragoman {

/// "dragoman-tokenizer-train": the name of a command's page; "dragoman": that of the program's.
std::string manual_page_name(const CommandDescription& command);

/// The manual page of a command, in the macros man(7). `all`: describe_commands().
std::string manual_page(const CommandDescription& command,
                        const std::vector<CommandDescription>& all);

}  // namespace dragoman
