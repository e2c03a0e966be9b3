#pragma once

#include <string>

#include "alignment/shortlist.h"
#include "model_folder/model_folder.h"

namespace dragoman {

/// Returns the path RUN/shortlist.safetensors.
std::string shortlist_file(const FolderPaths& paths);

/// Opens the shortlist of a model folder. Throws std::runtime_error, with the remedy, if the file
/// is missing, damaged, or made for another vocabulary.
Shortlist load_shortlist(const FolderPaths& paths, const TokenizerSettings& settings,
                         const Tokenizers& tokenizers);

}  // namespace dragoman
