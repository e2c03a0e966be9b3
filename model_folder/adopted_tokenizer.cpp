#include "model_folder/adopted_tokenizer.h"

#include "model_folder/model_folder.h"

namespace dragoman {

TokenizerSettings adopt_tokenizer(const TokenizerSettings& settings, bool is_language_model) {
  if (settings.from.empty()) return settings;
  TokenizerSettings adopted = read_folder_settings(settings.from).tokenizer;
  adopted.from = settings.from;
  adopted.model = settings.model;
  adopted.target_model = settings.target_model;
  if (!is_language_model) return adopted;
  adopted.shared = true;
  if (adopted.vocabulary == VocabularyKind::kSeparate) adopted.vocabulary = VocabularyKind::kShared;
  return adopted;
}

}  // namespace dragoman
