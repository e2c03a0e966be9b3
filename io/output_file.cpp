#include "io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "io/parse_number.h"
#include "io/standard_streams.h"
#include "io/text_file.h"
#include "io/write_lock.h"

namespace dragoman {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFileMode = 0666;  // less the user's umask

constexpr int kMostLinks = 40;

constexpr size_t kCopiedAtATime = 1 << 20;  // bytes

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

/// True if the file or pipe of that status is open as `number`.
bool is_open_as(int number, const struct stat& status) {
  struct stat open = {};
  return (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode)) && ::fstat(number, &open) == 0 &&
         open.st_dev == status.st_dev && open.st_ino == status.st_ino;
}

/// Returns the descriptor that /dev/stderr, /dev/fd/3 and such names mean.
std::optional<int> named_descriptor(fs::path path) {
  std::error_code error;
  const fs::path descriptors = fs::canonical("/proc/self/fd", error);
  for (int i = 0; i < kMostLinks && !error && fs::is_symlink(path, error); ++i) {
    if (fs::canonical(fs::absolute(path).parent_path(), error) == descriptors)
      return parse_number<int>(path.filename().string());
    path = path.parent_path() / fs::read_symlink(path, error);
  }
  return {};
}

/// Returns the open descriptor whose file `path` is. That file must not be replaced: it may be
/// longer than what this process writes.
std::optional<int> open_descriptor(const std::string& path, const struct stat& status) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    if (is_open_as(stream, status)) return stream;
  return named_descriptor(path);
}

/// True if a file that cannot be replaced may still be writable. The last three are errors of file
/// systems that cannot rename, or not over a file.
bool forbids_renaming(int error_number) {
  return error_number == EBUSY || error_number == EPERM || error_number == EACCES ||
         error_number == EXDEV || error_number == ENOSYS || error_number == EOPNOTSUPP ||
         error_number == EEXIST;
}

/// Flushes a file or folder to disk, if its file system can do that. Returns false and sets errno
/// on an error.
bool sync_to_disk(const Descriptor& file) {
  while (::fsync(file.get()) != 0) {
    // A signal interrupts it on some file systems of networks and of FUSE.
    if (errno != EINTR) return errno == EINVAL || errno == ENOTSUP;
  }
  return true;
}

/// Throws the error of errno. It may be that of a part which the program of another account left,
/// and not that of the file.
[[noreturn]] void throw_unopened_part(const std::string& part, const std::string& name) {
  const int reason = errno;
  struct stat left = {};
  const bool is_forbidden = reason == EACCES || reason == EPERM || reason == ELOOP;
  if (is_forbidden && ::lstat(part.c_str(), &left) == 0) {
    throw std::runtime_error("cannot write " + name + ": '" + part +
                             "' is left from before, and cannot be opened (" +
                             std::generic_category().message(reason) + "); remove it");
  }
  errno = reason;
  throw_file_error("write", name);
}

}  // namespace

OutputFile::OutputFile(const std::string& path, IfNotRenamed if_not_renamed)
    : name_("'" + path + "'"), path_(resolve_links(path)), if_not_renamed_(if_not_renamed) {
  if (path.empty()) throw std::runtime_error("the name of a file to write is empty; name a file");
  struct stat status = {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    throw std::runtime_error("cannot write " + name_ + ": it is a folder; name a file");
  }
  const std::optional<int> open = exists ? open_descriptor(path, status) : std::nullopt;
  if (open) {
    is_stdout_ = *open == STDOUT_FILENO;
    file_ = is_stdout_ ? duplicate_standard_output("write")
                       : duplicate_for_writing(*open, "write", name_);
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
        ::open(part_path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kNewFileMode));
    if (file_.get() < 0) throw_unopened_part(part_path_, name_);
  } while (!lock_for_writing(file_, part_path_, name_));
  if (::ftruncate(file_.get(), 0) != 0) throw_file_error("write", name_);
}

void OutputFile::write(std::string_view bytes) {
  if (write_bytes(file_, bytes)) return;
  if (errno == EPIPE && is_stdout_) throw ClosedPipe{};
  throw_file_error("write", name_);
}

void OutputFile::sync() {
  if (!is_direct() && !sync_to_disk(file_)) throw_file_error("write", name_);
}

size_t OutputFile::cut_to_whole_lines() {
  size_t num_lines = 0;
  off_t read = 0, end_of_lines = 0;
  std::string bytes(kCopiedAtATime, '\0');
  ssize_t count = 0;
  while ((count = ::pread(file_.get(), bytes.data(), bytes.size(), read)) > 0) {
    const std::string_view block(bytes.data(), static_cast<size_t>(count));
    num_lines += static_cast<size_t>(std::count(block.begin(), block.end(), '\n'));
    const size_t last = block.rfind('\n');
    if (last != std::string_view::npos) end_of_lines = read + static_cast<off_t>(last) + 1;
    read += count;
  }
  const bool is_cut = count == 0 && ::ftruncate(file_.get(), end_of_lines) == 0;
  return is_cut ? num_lines : 0;
}

std::string OutputFile::keep_lines() {
  if (is_direct()) return "";
  const size_t num_lines = cut_to_whole_lines();
  if (num_lines == 0) return "";
  file_.close();  // so that the destructor keeps the part
  const std::string lines = num_lines == 1 ? "line is" : std::to_string(num_lines) + " lines are";
  return "; the first " + lines + " in '" + part_path_ + "': give that file another name";
}

void OutputFile::commit() {
  if (is_direct()) {
    if (!file_.close()) throw_file_error("write", name_);
    return;
  }
  sync();
  replace_target();
  if (!file_.close()) throw_file_error("write", name_);
  sync_folder_of(path_);
}

void OutputFile::replace_target() {
  if (::rename(part_path_.c_str(), path_.c_str()) == 0) return;
  const int reason = errno;
  if (reason == ENOENT) throw_file_error("write", name_);  // the folder is gone, and the part
  if (if_not_renamed_ == IfNotRenamed::kCopy && forbids_renaming(reason) && overwrite_target()) {
    ::unlink(part_path_.c_str());
    return;
  }
  file_.close();  // so that the destructor keeps the part
  throw std::runtime_error(
      "cannot write " + name_ + ": " + std::generic_category().message(reason) +
      "; the complete output is in '" + part_path_ + "': give that file another name");
}

bool OutputFile::overwrite_target() const {
  const Descriptor target(::open(path_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  if (target.get() < 0) return false;
  std::string bytes(kCopiedAtATime, '\0');
  off_t size = 0;
  for (ssize_t count = 1; count > 0; size += count) {
    count = ::pread(file_.get(), bytes.data(), bytes.size(), size);
    if (count < 0) return false;
    if (!write_bytes(target, {bytes.data(), static_cast<size_t>(count)})) return false;
  }
  return ::ftruncate(target.get(), size) == 0 && sync_to_disk(target);
}

void sync_folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  const std::string name = folder.empty() ? "." : folder;
  const Descriptor descriptor(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.get() < 0) return;  // a folder may be writable but not readable
  if (!sync_to_disk(descriptor)) throw_file_error("write", "'" + name + "'");
}

}  // namespace dragoman
