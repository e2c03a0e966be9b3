#include "io/file_identity.h"

#include <sys/stat.h>

namespace dragoman {

FileIdentity identity_of(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return {};
  constexpr int64_t kSecond = 1'000'000'000;
  return {status.st_dev, status.st_ino, status.st_size,
          status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec};
}

}  // namespace dragoman
