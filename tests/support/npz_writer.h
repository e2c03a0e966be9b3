#pragma once

#include <zip.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "catch.h"

/// Writes npz files in numpy's format.
class NpzWriter {
 public:
  /// Adds an array of type `dtype` ("<f4", ...); `fortran_order`: its bytes are column-major.
  void add(const std::string& name, const std::string& dtype, const std::vector<int64_t>& shape,
           const std::string& bytes, bool fortran_order = false) {
    std::string extents;
    for (const int64_t extent : shape) extents += std::to_string(extent) + ",";
    std::string header = "{'descr': '" + dtype +
                         "', 'fortran_order': " + (fortran_order ? "True" : "False") +
                         ", 'shape': (" + extents + "), }";
    header.append(64 - (10 + header.size() + 1) % 64, ' ').append(1, '\n');
    const auto length = static_cast<uint16_t>(header.size());
    std::string content = std::string("\x93NUMPY\x01", 7) + std::string(1, '\0');
    content.append(reinterpret_cast<const char*>(&length), sizeof length);
    members_.push_back({name + ".npy", content + header + bytes});
  }

  void add(const std::string& name, const std::vector<int64_t>& shape,
           const std::vector<float>& values) {
    std::string bytes(values.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    add(name, "<f4", shape, bytes);
  }

  void write(const std::string& path) const {
    zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    REQUIRE(archive != nullptr);
    for (const auto& [name, content] : members_) {
      zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
      REQUIRE(zip_file_add(archive, name.c_str(), source, ZIP_FL_OVERWRITE) >= 0);
    }
    REQUIRE(zip_close(archive) == 0);
  }

 private:
  struct Member {
    std::string name;
    std::string content;
  };
  std::vector<Member> members_;
};
