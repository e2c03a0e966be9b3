#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/commands.h"
#include "app/translator_options.h"
#include "architecture/weights_file.h"
#include "io/log.h"
#include "io/new_folder.h"
#include "model_folder/model_folder.h"
#include "translate/folder_shortlist.h"

namespace dragoman {
namespace {

struct PackArguments {
  std::string run;
  std::string out;
};

int pack(const PackArguments& arguments) {
  namespace fs = std::filesystem;
  NewFolder folder(arguments.out);
  const ModelFolder opened = open_model_folder(arguments.run);
  const FolderPaths from(arguments.run);
  WeightsFile(from.weights()).check(opened.settings.model, opened.tokenizers.sizes());
  std::set<std::string> files = TokenizerFiles(from, opened.settings.tokenizer).all();
  files.insert({from.config(), from.weights()});
  if (fs::exists(shortlist_file(from))) {
    load_shortlist(from, opened.settings.tokenizer, opened.tokenizers);
    files.insert(shortlist_file(from));
  }
  for (const std::string& file : files)
    fs::copy_file(file, folder.path() / fs::path(file).filename());
  folder.commit();
  make_stderr_logger()->info("{} is ready for shipping: {}", arguments.out,
                             advice_on_use(opened.settings.model, arguments.out));
  return 0;
}

}  // namespace

void add_pack_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<PackArguments>();
  command.add_option("RUN", arguments->run, "model folder")->required();
  command.add_option("--out", arguments->out, "folder to make")->required()->type_name("DIR");
  command.callback([arguments, &run] { run = [arguments] { return pack(*arguments); }; });
}

}  // namespace dragoman
