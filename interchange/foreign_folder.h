#pragma once

#include <string>
#include <vector>

#include "interchange/marian_import.h"

namespace dragoman {

/// Makes the model folder `out` of a folder with a MarianMTModel of transformers or with Marian's
/// own model; `vocabularies` go with the latter. Returns what is not taken over, for the user.
/// Throws as the functions that read and write, and std::runtime_error if there is no model.
std::vector<std::string> import_foreign_folder(const std::string& folder,
                                               const MarianVocabularies& vocabularies,
                                               const std::string& out);

}  // namespace dragoman
