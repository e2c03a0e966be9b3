#include "io/regular_file.h"

#include <filesystem>
#include <stdexcept>

#include "io/descriptor.h"

namespace dragoman {

bool is_regular_file(const std::string& path) {
  std::error_code error;
  return path != "-" && std::filesystem::is_regular_file(path, error);
}

bool can_be_read_once_only(const std::string& path) {
  if (path == "-") return true;
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  return exists(status) && !is_regular_file(status) && !is_directory(status);
}

bool is_same_file(const std::string& path, const std::string& other) {
  std::error_code error;
  return std::filesystem::equivalent(path, other, error);
}

void check_can_be_read_again(const std::string& path) {
  if (path == "-" || !can_be_read_once_only(path)) return;
  throw std::runtime_error(input_name(path) +
                           " is no regular file, but has to be read more than once; write its "
                           "content to a file");
}

}  // namespace dragoman
