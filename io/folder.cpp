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

std::string folder_name(const std::string& path) {
  if (path.empty()) return "";
  const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace dragoman
