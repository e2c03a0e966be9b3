#pragma once

#include <string>
#include <vector>

#include "model_folder/model_folder.h"

namespace dragoman {

/// Writes a model folder as the folder `out`. transformers loads it as MarianMTModel with its
/// MarianTokenizer, and CTranslate2's converter reads it. Returns warnings about harmless settings
/// that the format cannot hold. Throws std::invalid_argument, before writing, if the format cannot
/// hold the model, or if `out` exists.
std::vector<std::string> export_huggingface(const ModelFolder& model, const std::string& out);

}  // namespace dragoman
