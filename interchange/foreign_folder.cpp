#include "interchange/foreign_folder.h"

#include <filesystem>
#include <stdexcept>

#include "interchange/huggingface_folder.h"
#include "interchange/huggingface_import.h"
#include "io/settings_file.h"

namespace dragoman {
namespace {

ForeignModel read_foreign_folder(const std::string& folder,
                                 const MarianVocabularies& vocabularies) {
  if (!std::filesystem::is_directory(folder))
    throw std::runtime_error(folder + " is no folder; name one with a model to import");
  const std::string config = HuggingFacePaths(folder).config();
  if (std::filesystem::exists(config)) {
    const auto settings = parse_settings_file(config, kDamaged);
    if (settings.contains("tokenizer")) {
      throw std::runtime_error(folder + " is a model folder of Dragoman already; use it as it is");
    }
    if (std::filesystem::exists(folder + "/model.bin") && !settings.contains("model_type"))
      throw std::runtime_error(folder +
                               " has a model of CTranslate2, which cannot be imported; import the "
                               "model that it was converted from");
    if (!vocabularies.source.empty() || !vocabularies.target.empty())
      throw std::invalid_argument(
          "--source-vocabulary and --target-vocabulary go with a model.npz, but " + folder +
          " has a config.json and vocabularies of its own");
    return read_huggingface_folder(folder);
  }
  if (is_marian_folder(folder)) return read_marian_folder(folder, vocabularies);
  throw std::runtime_error(folder +
                           " has no model to import: neither config.json, as transformers writes "
                           "it, nor model.npz, as Marian does; name the folder that has one");
}

}  // namespace

std::vector<std::string> import_foreign_folder(const std::string& folder,
                                               const MarianVocabularies& vocabularies,
                                               const std::string& out) {
  ForeignModel model = read_foreign_folder(folder, vocabularies);
  std::vector<std::string> warnings = model.warnings;
  write_model_folder(std::move(model), out);
  return warnings;
}

}  // namespace dragoman
