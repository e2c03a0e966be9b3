#include "io/new_folder.h"

#include <fcntl.h>

#include <cerrno>
#include <stdexcept>

#include "io/folder.h"
#include "io/output_file.h"
#include "io/write_lock.h"

namespace dragoman {
namespace fs = std::filesystem;

NewFolder::NewFolder(const std::string& path) : path_(path) {
  if (!path_.has_filename()) path_ = path_.parent_path();  // "DIR/"
  check_absent(path_.string());
  incomplete_ = path_.string() + kPartSuffix;
  lock();
  for (const auto& left : fs::directory_iterator(incomplete_)) fs::remove_all(left);
}

// The name is fixed: a folder that a killed process left is reused, so such folders do not
// accumulate.
void NewFolder::lock() {
  const std::string part = incomplete_.string();
  do {
    check_absent(path_.string());  // the previous holder of the lock may have made it
    make_folder(part);
    lock_ = Descriptor(::open(part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (lock_.get() < 0 && errno != ENOENT) throw_file_error("write", "'" + part + "'");
  } while (lock_.get() < 0 || !lock_for_writing(lock_, part, "'" + path_.string() + "'"));
}

void NewFolder::check_absent(const std::string& path) {
  if (path.empty()) throw std::invalid_argument("--out is empty: name a new folder");
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
