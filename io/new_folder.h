#pragma once

#include <filesystem>
#include <string>

#include "io/descriptor.h"

namespace dragoman {

/// Creates a folder that appears under its name only with all its files. They are written to
/// `path`.dragoman-part, which commit() renames; without commit() it is removed.
class NewFolder {
 public:
  /// Throws std::invalid_argument if `path` exists, std::runtime_error if the folder cannot be
  /// created or another process is writing it.
  explicit NewFolder(const std::string& path);
  /// Throws std::invalid_argument if `path` exists or is empty.
  static void check_absent(const std::string& path);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  /// Folder to write to, until commit().
  const std::filesystem::path& path() const { return incomplete_; }
  /// Throws std::runtime_error if the folder cannot get its name, as when that is in use by now.
  void commit();

 private:
  void lock();

  std::filesystem::path path_;
  std::filesystem::path incomplete_;
  Descriptor lock_;
};

}  // namespace dragoman
