#include "model_folder/new_run_options.h"

#include <filesystem>

#include "io/shell_word.h"

namespace dragoman {

std::string new_run_options(const FolderPaths& paths) {
  const bool has_weights = std::filesystem::exists(paths.weights());
  return "--out ANOTHER" +
         (has_weights ? " --set " + shell_word("train.from=" + paths.folder) : "");
}

}  // namespace dragoman
