#include "translate/folder_shortlist.h"

#include <filesystem>
#include <stdexcept>

namespace dragoman {

std::string shortlist_file(const FolderPaths& paths) {
  return paths.folder + "/shortlist.safetensors";
}

Shortlist load_shortlist(const FolderPaths& paths, const TokenizerSettings& settings,
                         const Tokenizers& tokenizers) {
  const std::string path = shortlist_file(paths);
  if (!std::filesystem::exists(path)) {
    throw std::runtime_error(paths.folder +
                             " has no shortlist.safetensors; make it with `dragoman shortlist " +
                             paths.folder + "`");
  }
  return Shortlist::load(path, tokenizers.sizes(), vocabulary_fingerprint(paths, settings));
}

}  // namespace dragoman
