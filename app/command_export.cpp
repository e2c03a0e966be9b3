#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/tools_plugin.h"
#include "io/log.h"
#include "translate/step_models.h"

namespace dragoman {
namespace {

struct ExportArguments {
  std::string run;
  std::string out;
  std::string format;
};

int export_model(const ExportArguments& arguments) {
  const Logger log = make_stderr_logger();
  const ModelFolder model = open_translator_folder(arguments.run);
  for (const std::string& note : tools_plugin().export_folder(model, arguments.out))
    log->warn("{}", note);
  log->info("{} is ready: MarianMTModel.from_pretrained(\"{}\")", arguments.out, arguments.out);
  return 0;
}

}  // namespace

void add_export_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<ExportArguments>();
  command.add_option("RUN", arguments->run, "model folder")->required();
  command.add_option("--format", arguments->format, "huggingface: transformers' MarianMTModel")
      ->required()
      ->check(CLI::IsMember({"huggingface"}));
  command.add_option("--out", arguments->out, "folder to make")->required()->type_name("DIR");
  command.callback([arguments, &run] { run = [arguments] { return export_model(*arguments); }; });
}

}  // namespace dragoman
