#pragma once

#include <string>

#include "alignment/shortlist.h"
#include "model_folder/model_folder.h"

namespace dragoman {

/// RUN/shortlist.safetensors.
std::string shortlist_file(const FolderPaths& paths);

/// Opens the shortlist of a model folder. Throws std::runtime_error saying what to do if it is not
/// there, damaged, or of another vocabulary.
Shortlist load_shortlist(const FolderPaths& paths, const TokenizerSettings& settings,
                         const Tokenizers& tokenizers);

}  // namespace dragoman
