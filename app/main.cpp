#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <limits>

#include "app/commands.h"
#include "io/closest_name.h"
#include "io/text_file.h"
#include "kernels/kernels.h"

namespace dragoman {
namespace {

struct Command {
  const char* name;
  const char* help;
  void (*add)(CLI::App& command, std::function<int()>& run);
};

constexpr Command kCommands[] = {
    {"corpus", "write the embedded English-German corpus", add_corpus_command},
    {"train", "train a translator or a language model as a configuration says", add_train_command},
    {"translate", "translate text, a line at a time", add_translate_command},
    {"serve", "serve models over HTTP, with a page", add_serve_command},
    {"evaluate", "score translations with BLEU, chrF or TER", add_evaluate_command},
    {"complete", "continue text with a language model", add_complete_command},
    {"score", "tell how probable given translations, or lines, are", add_score_command},
    {"filter", "keep the good pairs of a parallel corpus", add_filter_command},
    {"align", "find out which words of sentence pairs belong together", add_align_command},
    {"tokenizer", "train a tokenizer, or turn text into tokens and back", add_tokenizer_command},
    {"config", "list all settings, or check and resolve a configuration", add_config_command},
    {"info", "describe a model folder or a configuration", add_info_command},
    {"plot", "draw the learning curves of runs", add_plot_command},
    {"average", "average the weights of the last checkpoints", add_average_command},
    {"shortlist", "find out which target tokens a sentence may need, for faster translation",
     add_shortlist_command},
    {"export", "write a model folder as one of Hugging Face transformers", add_export_command},
    {"import", "make a model folder of a Hugging Face or Marian model", add_import_command},
    {"markup", "put the tags of a text into its translation", add_markup_command},
    {"pack", "copy what translating needs into a folder for shipping", add_pack_command},
};

/// CLI11 alone would say that a command is missing.
void check_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : kCommands) names.emplace_back(command.name);
  if (name.starts_with('-') || std::find(names.begin(), names.end(), name) != names.end()) return;
  const std::string meant = closest_name(name, names);
  throw std::invalid_argument("unknown command `" + name + "`" +
                              (meant.empty() ? "" : ", did you mean `" + meant + "`?") +
                              " (dragoman --help tells the commands)");
}

/// The version, and the kernels that are chosen among those that this processor runs.
std::string version() {
  return std::string("dragoman " DRAGOMAN_VERSION "\nkernels: ") + chosen_kernels().name + " (of " +
         names_of_available_kernels() + ")";
}

int parse_and_run(int argc, char** argv) {
  if (argc > 1) check_command(argv[1]);
  CLI::App app("Dragoman trains, scores and serves neural translators.", "dragoman");
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  std::function<int()> run;
  const std::string named = argc > 1 ? argv[1] : "";
  for (const Command& command : kCommands) {
    CLI::App* const subcommand = app.add_subcommand(command.name, command.help);
    if (command.name == named) command.add(*subcommand, run);  // others' options only take time
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    throw std::invalid_argument(std::string(error.what()) +
                                " (dragoman --help tells the commands)");
  }
  return run();
}

}  // namespace
}  // namespace dragoman

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // writing then fails with an error that is caught
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return dragoman::parse_and_run(argc, argv);
  } catch (const dragoman::ClosedPipe&) {
    return dragoman::kExitClosedPipe;
  } catch (const std::invalid_argument& error) {
    std::cerr << "dragoman: error: " << error.what() << std::endl;
    return dragoman::kExitUsage;
  } catch (const std::exception& error) {
    std::cerr << "dragoman: error: " << dragoman::one_line(error) << std::endl;
    return dragoman::kExitFailure;
  }
}
