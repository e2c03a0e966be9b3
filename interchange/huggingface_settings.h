#pragma once

#include "architecture/model_settings.h"
#include "interchange/huggingface_folder.h"

namespace dragoman {

/// The settings files of a transformers folder of a MarianMTModel.
struct HuggingFaceSettings {
  MarianConfig config;
  MarianGeneration generation;
  std::string generation_file;  // the one that gives it: config.json in older folders
  MarianTokenizerConfig tokenizer;
  std::vector<std::string> others;  // settings of decoding that are set, but not imported
};

/// Reads the settings files; only config.json must exist. Throws std::runtime_error or
/// std::invalid_argument that names the file and the reason, if it is not a MarianMTModel, or one
/// that Dragoman cannot represent.
HuggingFaceSettings read_huggingface_settings(const HuggingFacePaths& paths);

/// Returns the model settings of config.json, named `file` in errors, except output_bias, which is
/// not in the file.
ModelSettings model_settings(const MarianConfig& config, const std::string& file);

}  // namespace dragoman
