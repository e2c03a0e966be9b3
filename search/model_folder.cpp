#include "search/model_folder.h"

#include <filesystem>
#include <stdexcept>

#include "io/content_hash.h"
#include "io/settings_file.h"
#include "io/settings_read.h"
#include "model/weights_file.h"

namespace dragoman {

Tokenizers load_tokenizers(const FolderPaths& paths, const TokenizerSettings& settings) {
  if (settings.shared) {
    const auto both = std::make_shared<const Tokenizer>(paths.tokenizer(), settings.lowercase);
    return {both, both};
  }
  return {std::make_shared<const Tokenizer>(paths.source_tokenizer(), settings.lowercase),
          std::make_shared<const Tokenizer>(paths.target_tokenizer(), settings.lowercase)};
}

uint64_t vocabulary_fingerprint(const FolderPaths& paths, const TokenizerSettings& settings) {
  ContentHash hash;
  if (settings.shared) {
    hash.add_file(paths.tokenizer());
  } else {
    hash.add_file(paths.source_tokenizer());
    hash.add_file(paths.target_tokenizer());
  }
  return hash.value();
}

FolderSettings read_folder_settings(const std::string& folder) {
  const FolderPaths paths(folder);
  if (!std::filesystem::is_regular_file(paths.config())) {
    throw std::runtime_error(
        folder + " is not a model folder: it has no config.json; name the RUN of `dragoman train`");
  }
  FolderSettings settings;
  read_settings(parse_settings_file(paths.config()), settings,
                {.file = paths.config(), .ignored = {"train"}});
  return settings;
}

ModelFolder open_model_folder(const std::string& folder) {
  const FolderPaths paths(folder);
  ModelFolder opened;
  opened.settings = read_folder_settings(folder);
  if (!std::filesystem::exists(paths.weights())) {
    throw std::runtime_error(
        folder +
        " has no model.safetensors yet: its training has not reached its first checkpoint");
  }
  opened.tokenizers = load_tokenizers(paths, opened.settings.tokenizer);
  opened.model = Transformer(opened.settings.model, opened.tokenizers.sizes());
  load_tensors(paths.weights(), named_weights(*opened.model));
  opened.model->eval();
  return opened;
}

}  // namespace dragoman
