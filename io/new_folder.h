#pragma once

#include <filesystem>
#include <string>

namespace dragoman {

/// A folder that is there under its name only when all its files are: they are written to
/// `path`.incomplete, which commit() renames; without commit() it is removed.
class NewFolder {
 public:
  /// Throws std::invalid_argument if `path` is there already, std::runtime_error if the folder
  /// cannot be made.
  explicit NewFolder(const std::string& path);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  /// Where to write, until commit().
  const std::filesystem::path& path() const { return incomplete_; }
  void commit();

 private:
  std::filesystem::path path_;
  std::filesystem::path incomplete_;
};

}  // namespace dragoman
