#include "io/regular_file.h"

#include <filesystem>
#include <stdexcept>

#include "io/descriptor.h"

namespace dragoman {

bool is_regular_file(const std::string& path) {
  std::error_code error;
  return path != "-" && std::filesystem::is_regular_file(path, error);
}

void check_can_be_read_again(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  // Opening a folder or a missing file says what is wrong.
  if (is_regular_file(path) || is_directory(status) || !exists(status)) return;
  throw std::runtime_error(input_name(path) +
                           " is no regular file, but has to be read more than once; write its "
                           "content to a file");
}

}  // namespace dragoman
