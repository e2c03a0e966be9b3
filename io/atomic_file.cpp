#include "io/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "io/descriptor.h"
#include "io/mapped_file.h"
#include "io/regular_file.h"

namespace dragoman {
namespace {

/// True if the file system has no locks, or its server grants none.
bool lacks_locks(int error_number) {
  return error_number == ENOSYS || error_number == EOPNOTSUPP || error_number == ENOLCK;
}

}  // namespace

void write_file_atomically(const std::string& path, const std::function<void(OutputFile&)>& write) {
  OutputFile file(path);
  write(file);
  file.commit();
}

void write_file_atomically(const std::string& path, std::string_view content) {
  write_file_atomically(path, [&](OutputFile& file) { file.write(content); });
}

void copy_file_atomically(const std::string& from, const std::string& path) {
  write_file_atomically(path, MappedFile(from).bytes());
}

void check_can_be_written(const std::string& path) {
  if (!can_be_read_once_only(path)) const OutputFile file(path);
}

std::string read_file(const std::string& path) {
  const Descriptor file = open_for_reading(path);
  std::string content;
  constexpr size_t kBlockSize = 1 << 16;
  for (size_t count = 1; count > 0;) {
    const size_t size = content.size();
    content.resize(size + kBlockSize);
    count = read_bytes(file, path, content.data() + size, kBlockSize);
    content.resize(size + count);
  }
  return content;
}

FolderLock::FolderLock(const std::string& folder, IfHeld if_held) {
  const std::string path = folder + "/.lock";
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0) throw_file_error("open", "'" + path + "'");
  const int mode = if_held == IfHeld::kWait ? LOCK_EX : LOCK_EX | LOCK_NB;
  while (::flock(file.get(), mode) != 0) {
    if (errno == EINTR) continue;
    if (lacks_locks(errno)) break;
    if (errno != EWOULDBLOCK) {
      throw std::runtime_error("cannot lock '" + path +
                               "': " + std::generic_category().message(errno) +
                               "; name a folder on another file system");
    }
    throw std::runtime_error("folder '" + folder +
                             "' is in use by another process; wait for it or name another folder");
  }
  descriptor_ = std::move(file);
}

}  // namespace dragoman
