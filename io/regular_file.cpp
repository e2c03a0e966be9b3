#include "io/regular_file.h"

#include <filesystem>

namespace dragoman {

bool is_regular_file(const std::string& path) {
  std::error_code error;
  return path != "-" && std::filesystem::is_regular_file(path, error);
}

}  // namespace dragoman
