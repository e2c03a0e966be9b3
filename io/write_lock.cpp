#include "io/write_lock.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <stdexcept>

namespace dragoman {

bool lock_for_writing(const Descriptor& file, const std::string& path, const std::string& name) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw std::runtime_error("cannot write " + name +
                             ": another process is writing it; wait for it or name another");
  }
  struct stat opened = {};
  struct stat named = {};
  return ::fstat(file.get(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace dragoman
