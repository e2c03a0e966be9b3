#pragma once

#include <string>

#include "model_folder/model_folder.h"

namespace dragoman {

/// Returns the options of `train` for a new run from the folder's weights, if it has some.
std::string new_run_options(const FolderPaths& paths);

}  // namespace dragoman
