#include "io/descriptor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "io/closest_name.h"
#include "io/file_not_found.h"

namespace dragoman {
namespace {

constexpr size_t kMostNames = 10000;  // of a folder that are looked at for a similar one

const char* advice(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
      return "; check the path";
    case EACCES:
    case EPERM:
      return "; check the permissions";
    case EROFS:
      return "; choose a folder elsewhere";
    case ENAMETOOLONG:
      return "; choose a shorter name";
    case EBADF:
      return "; it is not open for this";
    case ENOSPC:
    case EDQUOT:
      return "; free some space, or inodes (df -i), or choose another folder";
    case EFBIG:
      return "; raise the limit on file sizes (ulimit -f) or choose another folder";
    case EMFILE:
    case ENFILE:
      return "; raise the limit on open files (ulimit -n)";
    case ENOMEM:
      return "; end other programs, or raise the limit on memory (ulimit -v)";
    case EIO:
    case ESTALE:
    case ENOTCONN:
    case ETIMEDOUT:
      return "; check the device, or the connection to it (dmesg may say more)";
    default:
      return "";
  }
}

}  // namespace

Descriptor::~Descriptor() {
  const int error = errno;
  close();
  errno = error;
}

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

bool Descriptor::close() {
  if (number_ < 0) return true;
  return ::close(release()) == 0;
}

void throw_file_error(const std::string& action, const std::string& what) {
  const int error_number = errno;
  const std::string message = "cannot " + action + " " + what + ": " +
                              std::generic_category().message(error_number) + advice(error_number);
  if (error_number == ENOENT || error_number == ENOTDIR) throw FileNotFound(message);
  throw std::runtime_error(message);
}

std::string input_name(const std::string& path) {
  return path == "-" ? plain_name(path) : "'" + path + "'";
}

std::string plain_name(const std::string& path) { return path == "-" ? "standard input" : path; }

namespace {

/// The file of the same folder whose name is nearest to that of `path`; "" if none is near.
std::string nearest_file(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, error), end; !error && at != end;
       at.increment(error)) {
    names.push_back(at->path().filename());
    if (names.size() == kMostNames) break;
  }
  const std::string name = closest_name(fs::path(path).filename().string(), names);
  return name.empty() ? "" : (folder / name).string();
}

[[noreturn]] void throw_not_found(const std::string& path) {
  const std::string nearest = nearest_file(path);
  throw FileNotFound("cannot open " + input_name(path) +
                     ": No such file or directory; check the path" +
                     (nearest.empty() ? "" : ", did you mean '" + nearest + "'?"));
}

}  // namespace

Descriptor open_for_reading(const std::string& path) {
  // Duplicates stdin's descriptor, so that closing the copy leaves stdin open.
  Descriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                              : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status = {};
  if (file.get() < 0 && errno == ENOENT) throw_not_found(path);
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    throw_file_error("open", input_name(path));
  }
  if (S_ISDIR(status.st_mode)) {
    throw std::runtime_error("cannot read " + input_name(path) + ": it is a folder; name a file");
  }
  return file;
}

size_t read_bytes(const Descriptor& file, const std::string& path, char* bytes, size_t capacity) {
  while (true) {
    const ssize_t count = ::read(file.get(), bytes, capacity);
    if (count >= 0) return static_cast<size_t>(count);
    if (errno == EAGAIN) {
      struct pollfd readable = {file.get(), POLLIN, 0};
      ::poll(&readable, 1, -1);
    } else if (errno != EINTR) {
      throw_file_error("read", input_name(path));
    }
  }
}

bool write_bytes(const Descriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<size_t>(count));
    } else if (errno == EAGAIN) {
      struct pollfd writable = {file.get(), POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace dragoman
