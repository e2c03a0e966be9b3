#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/commands.h"
#include "app/setting_flags.h"
#include "app/translator_options.h"
#include "architecture/weights_file.h"
#include "engine/plan_file.h"
#include "io/atomic_file.h"
#include "io/log.h"
#include "io/new_folder.h"
#include "io/settings_file.h"
#include "model_folder/model_folder.h"
#include "translate/folder_shortlist.h"

namespace dragoman {
namespace {

struct PackArguments {
  std::string run;
  std::string out;
  NumberFormat precision = NumberFormat::kFp32;
};

/// Returns the files that do not depend on the precision.
std::set<std::string> files_to_copy(const ModelFolder& opened) {
  std::set<std::string> files = TokenizerFiles(opened.paths, opened.settings.tokenizer).all();
  const std::string shortlist = shortlist_file(opened.paths);
  if (!std::filesystem::exists(shortlist)) return files;
  load_shortlist(opened.paths, opened.settings.tokenizer, opened.tokenizers);
  files.insert(shortlist);
  return files;
}

/// Writes the weights packed for --precision int8.
void write_int8(const ModelFolder& from, const FolderPaths& to) {
  const ModelSettings& settings = from.settings.model;
  const VocabularySizes sizes = from.tokenizers.sizes();
  WeightsFile file(from.paths.weights());
  const Plan plan =
      pack_plan(settings, sizes, file.source(), NumberFormat::kInt8, chosen_kernels());
  file.check_all_found();
  write_plan(to.weights(), settings, sizes, plan, file.metadata());
  nlohmann::ordered_json config = parse_settings_file(from.paths.config());
  config["format"] = kPackedFormat;
  write_file_atomically(to.config(), config.dump(2) + "\n");
}

int pack(const PackArguments& arguments) {
  namespace fs = std::filesystem;
  if (arguments.precision == NumberFormat::kBf16)
    throw std::invalid_argument("--precision bf16: folders are packed in fp32 or in int8");
  NewFolder folder(arguments.out);
  const ModelFolder opened = open_model_folder(arguments.run);
  if (opened.settings.is_packed()) WeightsFile::open_packed(opened.paths.weights());
  const FolderPaths to(folder.path());
  std::set<std::string> files = files_to_copy(opened);
  if (arguments.precision == NumberFormat::kInt8) {
    write_int8(opened, to);
  } else {
    WeightsFile(opened.paths.weights()).check(opened.settings.model, opened.tokenizers.sizes());
    files.insert({opened.paths.config(), opened.paths.weights()});
  }
  for (const std::string& file : files)
    copy_file_atomically(file, folder.path() / fs::path(file).filename());
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
  add_enum_option(command, "--precision", arguments->precision,
                  "number format of the weights: fp32 (default), or int8 for a quarter of the size")
      ->type_name("{fp32,int8}");
  command.callback([arguments, &run] { run = [arguments] { return pack(*arguments); }; });
}

}  // namespace dragoman
