#include "io/new_folder.h"

#include <stdexcept>

#include "io/folder.h"
#include "io/output_file.h"

namespace dragoman {
namespace fs = std::filesystem;

NewFolder::NewFolder(const std::string& path) : path_(path) {
  if (!path_.has_filename()) path_ = path_.parent_path();  // "DIR/"
  check_absent(path_.string());
  incomplete_ = path_.string() + ".incomplete";
  fs::remove_all(incomplete_);
  make_folder(incomplete_);
}

void NewFolder::check_absent(const std::string& path) {
  if (fs::exists(path))
    throw std::invalid_argument("--out " + path + " is there already: name a new folder");
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (!incomplete_.empty()) fs::remove_all(incomplete_, ignored);
}

void NewFolder::commit() {
  std::error_code error;
  fs::rename(incomplete_, path_, error);
  if (error) {
    throw std::runtime_error("cannot make the folder '" + path_.string() + "': " + error.message() +
                             "; name another folder");
  }
  incomplete_.clear();
  sync_folder_of(path_.string());
}

}  // namespace dragoman
