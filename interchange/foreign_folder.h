#pragma once

#include <string>
#include <vector>

#include "interchange/marian_import.h"

namespace dragoman {

/// Converts a folder with transformers' MarianMTModel or with Marian's own model to the model
/// folder `out`. `vocabularies` are for Marian's own model. Returns warnings about what is not
/// imported. Throws as the functions that read and write do, and std::runtime_error if there is no
/// model.
std::vector<std::string> import_foreign_folder(const std::string& folder,
                                               const MarianVocabularies& vocabularies,
                                               const std::string& out);

}  // namespace dragoman
