#include "io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "io/standard_streams.h"
#include "io/text_file.h"
#include "io/write_lock.h"

namespace dragoman {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFileMode = 0666;  // less the user's umask

constexpr int kMostLinks = 40;

// Renaming onto a symbolic link would replace the link instead of its target, which may not exist
// yet.
std::string resolve_links(const std::string& path) {
  std::error_code error;
  fs::path resolved = fs::canonical(path, error);
  if (!error) return resolved.string();
  resolved = path;
  for (int i = 0; i < kMostLinks && fs::is_symlink(resolved, error); ++i)
    resolved = resolved.parent_path() / fs::read_symlink(resolved, error);
  return resolved.string();
}

// True for /dev/stdout and such names. Its file must not be replaced: it may be longer than what
// this process writes.
bool is_standard_output(const struct stat& status) {
  struct stat output = {};
  return (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode)) &&
         ::fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == status.st_dev &&
         output.st_ino == status.st_ino;
}

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : name_("'" + path + "'"), path_(resolve_links(path)) {
  if (path.empty()) throw std::runtime_error("the name of a file to write is empty; name a file");
  struct stat status = {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    throw std::runtime_error("cannot write " + name_ + ": it is a folder; name a file");
  }
  if (exists && is_standard_output(status)) {
    file_ = duplicate_standard_output("write");
    is_stdout_ = true;
    return;
  }
  if (exists && !S_ISREG(status.st_mode)) {
    file_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file_.get() < 0) throw_file_error("open", name_);
    return;
  }
  part_path_ = path_ + kPartSuffix;
  open_part();
  if (exists) ::fchmod(file_.get(), status.st_mode & 07777);
}

OutputFile OutputFile::standard_output() {
  OutputFile file;
  file.name_ = "standard output";
  file.file_ = duplicate_standard_output("write");
  file.is_stdout_ = true;
  return file;
}

OutputFile::~OutputFile() {
  if (file_.get() >= 0 && !is_direct()) ::unlink(part_path_.c_str());
}

// The name is fixed: a file that a killed process left is reused, so such files do not accumulate.
void OutputFile::open_part() {
  do {
    file_ = Descriptor(
        ::open(part_path_.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kNewFileMode));
    if (file_.get() < 0) throw_file_error("write", name_);
  } while (!lock_for_writing(file_, part_path_, name_));
  if (::ftruncate(file_.get(), 0) != 0) throw_file_error("write", name_);
}

void OutputFile::write(std::string_view bytes) {
  if (write_bytes(file_, bytes)) return;
  if (errno == EPIPE && is_stdout_) throw ClosedPipe{};
  throw_file_error("write", name_);
}

void OutputFile::sync() {
  if (!is_direct() && ::fsync(file_.get()) != 0) throw_file_error("write", name_);
}

void OutputFile::commit() {
  if (is_direct()) {
    if (!file_.close()) throw_file_error("write", name_);
    return;
  }
  sync();
  if (::rename(part_path_.c_str(), path_.c_str()) != 0) throw_file_error("write", name_);
  if (!file_.close()) throw_file_error("write", name_);
  sync_folder_of(path_);
}

void sync_folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  const std::string name = folder.empty() ? "." : folder;
  const Descriptor descriptor(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() < 0) return;  // a folder may be writable but not readable
  // Some file systems cannot sync folders.
  if (::fsync(descriptor.get()) != 0 && errno != EINVAL && errno != ENOTSUP) {
    throw_file_error("write", "'" + name + "'");
  }
}

}  // namespace dragoman
