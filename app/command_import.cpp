#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/tools_plugin.h"
#include "io/log.h"
#include "io/new_folder.h"
#include "io/shell_word.h"

namespace dragoman {
namespace {

struct ImportArguments {
  std::string folder;
  std::string out;
  MarianVocabularies vocabularies;
};

int import_model(const ImportArguments& arguments) {
  const Logger log = make_stderr_logger();
  NewFolder::check_absent(arguments.out);
  const std::vector<std::string> warnings =
      tools_plugin().import_folder(arguments.folder, arguments.vocabularies, arguments.out);
  for (const std::string& warning : warnings) log->warn("{}", warning);
  log->info("{} is ready: translate with `dragoman translate {}`", arguments.out,
            shell_word(arguments.out));
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
  command.add_option(
      "--source-vocabulary", arguments->vocabularies.source,
      "source vocabulary of a model.npz: SentencePiece model, or table of tokens (.yml, "
      ".json)");
  command.add_option("--target-vocabulary", arguments->vocabularies.target,
                     "target vocabulary of a model.npz, likewise");
  command.callback([arguments, &run] { run = [arguments] { return import_model(*arguments); }; });
}

}  // namespace dragoman
