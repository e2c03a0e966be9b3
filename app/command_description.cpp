#include "app/command_description.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>

#include "app/command_table.h"

namespace dragoman {
namespace {

/// Returns the choices of a type such as "{fp32,bf16}" or, by CLI11's IsMember,
/// "TEXT:{upper,lower}".
std::vector<std::string> choices_of(const std::string& type) {
  const size_t begin = type.find('{');
  const size_t end = type.find('}', begin);
  if (begin == type.npos || end == type.npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

OptionDescription describe_option(const CLI::Option& option) {
  OptionDescription described;
  for (const std::string& name : option.get_snames()) described.flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) described.flags.push_back("--" + name);
  const std::string type = option.get_type_name();
  described.takes_value = option.get_items_expected_max() > 0;
  described.value =
      described.flags.empty() ? option.get_name(true) : type.substr(0, type.find_first_of(":{"));
  if (described.takes_value && described.value.empty()) described.value = "VALUE";
  described.is_required = option.get_required();
  described.is_repeatable = option.get_items_expected_max() > 1;
  described.delimiter = option.get_delimiter();
  described.choices = choices_of(type);
  described.help = option.get_description();
  described.group = option.get_group();
  return described;
}

void describe(const CLI::App& command, const std::vector<std::string>& words,
              std::vector<CommandDescription>& all) {
  CommandDescription described = {words, command.get_description(), {}, {}};
  for (const CLI::Option* option : command.get_options())
    if (!option->get_group().empty()) described.options.push_back(describe_option(*option));
  const auto subcommands = command.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* subcommand : subcommands)
    described.commands.push_back(subcommand->get_name());
  all.push_back(std::move(described));
  for (const CLI::App* subcommand : subcommands) {
    std::vector<std::string> longer = words;
    longer.push_back(subcommand->get_name());
    describe(*subcommand, longer, all);
  }
}

}  // namespace

std::vector<CommandDescription> describe_commands(const CLI::App& program) {
  std::vector<CommandDescription> all;
  describe(program, {}, all);
  return all;
}

std::vector<CommandDescription> describe_program() {
  std::vector<std::string> names;
  for (const Command& command : all_commands()) names.emplace_back(command.name);
  std::function<int()> run;
  return describe_commands(*make_parser(names, run));
}

bool is_below(const CommandDescription& inner, const CommandDescription& outer) {
  return inner.words.size() == outer.words.size() + 1 &&
         std::equal(outer.words.begin(), outer.words.end(), inner.words.begin());
}

std::string joined_words(const std::vector<std::string>& words, const std::string& between) {
  return CLI::detail::join(words, between);
}

}  // namespace dragoman
