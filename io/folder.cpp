#include "io/folder.h"

#include <unistd.h>

#include <stdexcept>

namespace dragoman {
namespace {

namespace fs = std::filesystem;

/// Returns the first folder on the way to `path` that this process may not enter; `path` if none.
fs::path forbidden_part(const fs::path& path) {
  fs::path part;
  for (const fs::path& name : path) {
    part /= name;
    std::error_code error;
    if (fs::is_directory(part, error) && ::access(part.c_str(), X_OK) != 0) return part;
  }
  return path;
}

}  // namespace

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) return;
  throw std::runtime_error("cannot make the folder '" + path + "': " + error.message() +
                           "; name another folder, or remove the cause");
}

std::string folder_name(const std::string& path) {
  if (path.empty()) return "";
  const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

std::string message_of(const fs::filesystem_error& error) {
  const bool is_forbidden = error.code() == std::errc::permission_denied;
  const fs::path path = is_forbidden ? forbidden_part(error.path1()) : error.path1();
  return "cannot access '" + path.string() + "': " + error.code().message() +
         (is_forbidden ? "; check the permissions" : "; check the path");
}

}  // namespace dragoman
