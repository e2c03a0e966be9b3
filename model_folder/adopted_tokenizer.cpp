#include "model_folder/adopted_tokenizer.h"

#include <filesystem>

#include "model_folder/model_folder.h"

namespace dragoman {

TokenizerSettings adopt_tokenizer(const TokenizerSettings& settings, bool is_language_model,
                                  const std::string& run) {
  if (settings.from.empty()) return settings;
  const auto has_config = [](const std::string& folder) {
    return std::filesystem::exists(FolderPaths(folder).config());
  };
  const bool is_gone = !run.empty() && has_config(run) && !has_config(settings.from);
  TokenizerSettings adopted = read_folder_settings(is_gone ? run : settings.from).tokenizer;
  adopted.from = settings.from;
  adopted.model = settings.model;
  adopted.target_model = settings.target_model;
  if (!is_language_model) return adopted;
  adopted.shared = true;
  if (adopted.vocabulary == VocabularyKind::kSeparate) adopted.vocabulary = VocabularyKind::kShared;
  return adopted;
}

}  // namespace dragoman
