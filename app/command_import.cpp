#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/commands.h"
#include "interchange/huggingface_folder.h"
#include "interchange/huggingface_import.h"
#include "interchange/marian_import.h"
#include "io/log.h"

namespace dragoman {
namespace {

struct ImportArguments {
  std::string folder;
  std::string out;
  MarianVocabularies vocabularies;
};

ForeignModel read_foreign_folder(const ImportArguments& arguments) {
  const std::string& folder = arguments.folder;
  if (!std::filesystem::is_directory(folder))
    throw std::runtime_error(folder + " is no folder; name one with a model to import");
  if (std::filesystem::exists(HuggingFacePaths(folder).config())) {
    if (!arguments.vocabularies.source.empty() || !arguments.vocabularies.target.empty())
      throw std::invalid_argument(
          "--source-vocabulary and --target-vocabulary go with a model.npz, but " + folder +
          " has a config.json and vocabularies of its own");
    return read_huggingface_folder(folder);
  }
  if (is_marian_folder(folder)) return read_marian_folder(folder, arguments.vocabularies);
  throw std::runtime_error(folder +
                           " has no model to import: neither config.json, as transformers writes "
                           "it, nor model.npz, as Marian does");
}

int import_model(const ImportArguments& arguments) {
  const Logger log = make_stderr_logger();
  if (std::filesystem::exists(arguments.out))
    throw std::invalid_argument("--out " + arguments.out +
                                " is there already: name a folder that is not");
  ForeignModel model = read_foreign_folder(arguments);
  const std::vector<std::string> warnings = model.warnings;
  write_model_folder(std::move(model), arguments.out);
  for (const std::string& warning : warnings) log->warn("{}", warning);
  log->info("{} is ready: translate with `dragoman translate {}`", arguments.out, arguments.out);
  return 0;
}

}  // namespace

void add_import_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<ImportArguments>();
  command
      .add_option("DIR", arguments->folder,
                  "folder with a MarianMTModel of transformers, or with Marian's model.npz")
      ->required();
  command.add_option("--out", arguments->out, "model folder to make")->required()->type_name("RUN");
  command.add_option("--source-vocabulary", arguments->vocabularies.source,
                     "of a model.npz: SentencePiece model, or table of tokens (.yml, .json)");
  command.add_option("--target-vocabulary", arguments->vocabularies.target,
                     "the same of the target");
  command.callback([arguments, &run] { run = [arguments] { return import_model(*arguments); }; });
}

}  // namespace dragoman
