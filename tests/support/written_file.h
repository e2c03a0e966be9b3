#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "catch.h"

/// Writes a file, without waiting for the disk, and returns its path.
inline std::string written_file(const std::string& path, std::string_view content) {
  // Removed first, because some file systems wait for the disk when a file is overwritten.
  std::filesystem::remove(path);
  std::ofstream file(path, std::ios::binary);
  file << content << std::flush;
  REQUIRE(file);
  return path;
}
