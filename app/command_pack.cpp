#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/commands.h"
#include "io/folder.h"
#include "io/log.h"
#include "search/model_folder.h"

namespace dragoman {
namespace {

struct PackArguments {
  std::string run;
  std::string out;
};

int pack(const PackArguments& arguments) {
  namespace fs = std::filesystem;
  open_model_folder(arguments.run);  // what is shipped must work
  if (fs::exists(arguments.out)) {
    throw std::invalid_argument("--out " + arguments.out +
                                " is there already: name a folder that is not");
  }
  const FolderPaths from(arguments.run), to(arguments.out + ".incomplete");
  fs::remove_all(to.folder);
  make_folder(to.folder);
  for (const auto& [source, target] : {std::pair{from.config(), to.config()},
                                       {from.weights(), to.weights()},
                                       {from.tokenizer(), to.tokenizer()},
                                       {from.source_tokenizer(), to.source_tokenizer()},
                                       {from.target_tokenizer(), to.target_tokenizer()}}) {
    if (fs::exists(source)) fs::copy_file(source, target);
  }
  fs::rename(to.folder, arguments.out);
  make_stderr_logger()->info("{} is ready for shipping: translate with `dragoman translate {}`",
                             arguments.out, arguments.out);
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
