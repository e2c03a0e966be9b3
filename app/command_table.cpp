#include "app/command_table.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/commands.h"
#include "io/settings_values.h"
#include "kernels/kernels.h"

namespace dragoman {
namespace {

/// Returns the version, the chosen kernels, and all kernels that this processor runs.
std::string version() {
  return std::string("dragoman " DRAGOMAN_VERSION "\nkernels: ") + chosen_kernels().name + " (of " +
         names_of_available_kernels() + ")";
}

/// Refuses an empty value, which would count as no value. Lists may have empty elements.
void refuse_empty(CLI::Option& option) {
  if (option.get_items_expected_max() != 1) return;
  option.check([name = option.get_name()](const std::string& value) {
    demand(!value.empty(), name + " is empty: give a value, or leave it out");
    return std::string();
  });
}

/// Refuses empty values, also of subcommands' options.
void refuse_empty_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) refuse_empty(*option);
  const auto any = [](const CLI::App*) { return true; };
  for (CLI::App* subcommand : command.get_subcommands(any)) refuse_empty_values(*subcommand);
}

}  // namespace

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = {
      {"corpus", "write the embedded English-German corpus", add_corpus_command},
      {"train", "train a model on two files of text, or by a configuration", add_train_command},
      {"translate", "translate text, a line at a time", add_translate_command},
      {"serve", "serve models over HTTP, with a page", add_serve_command},
      {"evaluate", "score translations with BLEU, chrF or TER", add_evaluate_command},
      {"complete", "continue text with a language model", add_complete_command},
      {"score", "compute the log-probabilities of given translations or lines", add_score_command},
      {"filter", "keep the good pairs of a parallel corpus", add_filter_command},
      {"align", "align the words of sentence pairs", add_align_command},
      {"tokenizer", "train a tokenizer, or turn text into tokens and back", add_tokenizer_command},
      {"config", "list all settings, or check and resolve a configuration", add_config_command},
      {"info", "describe a model folder or a configuration", add_info_command},
      {"plot", "draw the learning curves of runs", add_plot_command},
      {"average", "average the weights of the last checkpoints", add_average_command},
      {"shortlist", "make a shortlist of target tokens, for faster translation",
       add_shortlist_command},
      {"export", "convert a model folder to one of Hugging Face transformers", add_export_command},
      {"import", "make a model folder from a Hugging Face or Marian model", add_import_command},
      {"markup", "put the tags of a text into its translation", add_markup_command},
      {"pack", "copy the files that translating needs into a folder for shipping",
       add_pack_command},
      {"completion", "print a script that completes command lines in a shell",
       add_completion_command},
      {"manual", "print the manual page of a command", add_manual_command},
  };
  return commands;
}

std::unique_ptr<CLI::App> make_parser(const std::vector<std::string>& with_options,
                                      std::function<int()>& run) {
  auto parser = std::make_unique<CLI::App>("Dragoman trains, scores and serves neural translators.",
                                           "dragoman");
  parser->set_help_flag("-h,--help", "print this help");
  parser->set_version_flag("--version", version, "print version and kernels");
  parser->require_subcommand(1);
  for (const Command& command : all_commands()) {
    CLI::App* const subcommand = parser->add_subcommand(command.name, command.help);
    const auto found = std::find(with_options.begin(), with_options.end(), command.name);
    if (found != with_options.end()) command.add(*subcommand, run);
  }
  refuse_empty_values(*parser);
  return parser;
}

}  // namespace dragoman
