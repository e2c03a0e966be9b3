#pragma once

#include "architecture/model_settings.h"
#include "interchange/huggingface_folder.h"

namespace dragoman {

/// What the files of settings of such a folder say.
struct HuggingFaceSettings {
  MarianConfig config;
  MarianGeneration generation;
  MarianTokenizerConfig tokenizer;
};

/// Reads them; only config.json must be there. Throws std::runtime_error or std::invalid_argument
/// naming the file and what is no MarianMTModel, or one that Dragoman's model is not.
HuggingFaceSettings read_huggingface_settings(const HuggingFacePaths& paths);

/// The shape that config.json, named `file` in errors, describes; its output bias is not told
/// there.
ModelSettings model_settings(const MarianConfig& config, const std::string& file);

}  // namespace dragoman
