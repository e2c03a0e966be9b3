#include "io/new_folder.h"

#include <stdexcept>

#include "io/folder.h"

namespace dragoman {
namespace fs = std::filesystem;

NewFolder::NewFolder(const std::string& path) : path_(path) {
  if (!path_.has_filename()) path_ = path_.parent_path();  // "DIR/"
  if (fs::exists(path_)) {
    throw std::invalid_argument("--out " + path + " is there already: name a new folder");
  }
  incomplete_ = path_.string() + ".incomplete";
  fs::remove_all(incomplete_);
  make_folder(incomplete_);
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (!incomplete_.empty()) fs::remove_all(incomplete_, ignored);
}

void NewFolder::commit() {
  fs::rename(incomplete_, path_);
  incomplete_.clear();
}

}  // namespace dragoman
