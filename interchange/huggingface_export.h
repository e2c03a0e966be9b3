#pragma once

#include <string>
#include <vector>

#include "model_folder/model_folder.h"

namespace dragoman {

/// Writes a model folder, opened from `from`, as the folder `out` that transformers loads as
/// MarianMTModel with its MarianTokenizer, and that CTranslate2's converter takes. Returns what
/// goes beyond the format but does no harm, for the user. Throws std::invalid_argument, before
/// anything is written, if the format cannot hold the model, or if `out` is there.
std::vector<std::string> export_huggingface(const ModelFolder& model, const FolderPaths& from,
                                            const std::string& out);

}  // namespace dragoman
