#include "app/pair_options.h"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "app/line_counts.h"

namespace dragoman {

void add_pair_options(CLI::App& command, std::string& source, std::string& target,
                      std::string& tsv) {
  CLI::Option* const of_source =
      command.add_option("--source", source, "text, one sentence a line; - is stdin, .gz is read");
  CLI::Option* const of_target = command.add_option(
      "--target", target, "its translations, line by line; - is stdin, .gz is read");
  command.add_option("--tsv", tsv, "replaces --source and --target: lines of source<TAB>target")
      ->excludes(of_source)
      ->excludes(of_target);
}

void check_pairs_named(const std::string& source, const std::string& target,
                       const std::string& tsv) {
  if (tsv.empty() && (source.empty() || target.empty()))
    throw std::invalid_argument("no pairs are named: give --source F and --target F, or --tsv F");
  check_stdin_once({source, target});
}

}  // namespace dragoman
