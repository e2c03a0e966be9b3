#pragma once

#include <string>

#include "interchange/foreign_model.h"

namespace dragoman {

/// Reads a folder of transformers' MarianMTModel.save_pretrained and its tokenizer: config.json,
/// generation_config.json, tokenizer_config.json, vocab.json (target_vocab.json), source.spm,
/// target.spm, model.safetensors, whole or in shards. Throws std::runtime_error or
/// std::invalid_argument that names the file and what is missing, damaged, or of another kind of
/// model.
ForeignModel read_huggingface_folder(const std::string& folder);

}  // namespace dragoman
