#include "io/folder.h"

#include <filesystem>
#include <stdexcept>

namespace dragoman {

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) return;
  throw std::runtime_error("cannot make the folder '" + path + "': " + error.message() +
                           "; name another folder, or remove the cause");
}

}  // namespace dragoman
