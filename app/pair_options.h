#pragma once

#include <string>

namespace CLI {
class App;
}

namespace dragoman {

/// Adds --source and --target, or --tsv in place of both.
void add_pair_options(CLI::App& command, std::string& source, std::string& target,
                      std::string& tsv);

/// Throws std::invalid_argument unless source and target are named, or TSV, and if both are stdin.
void check_pairs_named(const std::string& source, const std::string& target,
                       const std::string& tsv);

}  // namespace dragoman
