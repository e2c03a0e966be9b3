#include "tiny_folders.h"

#include <filesystem>

#include "io/settings_write.h"
#include "model_folder/model_folder.h"
#include "random_weights.h"
#include "tokenizer/tokenizer.h"
#include "written_file.h"

namespace dragoman {

void write_tiny_model(const std::string& run, Architecture architecture, uint64_t seed,
                      TextLayout layout) {
  std::filesystem::create_directories(run);
  FolderSettings settings;
  settings.data.source_language = architecture == Architecture::kTranslator ? "en" : "";
  settings.data.target_language = "de";
  settings.data.layout = layout;
  settings.tokenizer.type = TokenizerType::kChar;
  settings.tokenizer.keep_whitespace = layout == TextLayout::kStream;
  settings.tokenizer.vocabulary_size = settings.tokenizer.keep_whitespace ? 13 : 12;
  settings.tokenizer.character_coverage = 1;
  settings.model = small_settings();
  settings.model.architecture = architecture;
  settings.model.norm = NormPosition::kPre;
  const FolderPaths paths(run);
  train_tokenizer({"abcd efgh", "hgfe dcba"}, settings.tokenizer, paths.tokenizer());
  const VocabularySizes sizes = load_tokenizers(paths, settings.tokenizer).sizes();
  write_weights(paths.weights(), fresh_weights(settings.model, sizes, seed), {});
  written_file(paths.config(), write_settings(settings).dump(2));
}

}  // namespace dragoman
