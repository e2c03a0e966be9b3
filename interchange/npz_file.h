#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// One array of an npz file. `dtype` is in numpy's notation ("<f4", "<f2", "|i1", ...); elements
/// are bytes in row-major order.
struct NpzArray {
  std::string name;
  std::string dtype;
  std::vector<int64_t> shape;
  std::string bytes;
};

/// Reads all arrays of an npz file (a zip archive of numpy's npy files, compressed or not), in the
/// file's order. Converts column-major arrays to row-major. Throws std::runtime_error if the file
/// is missing, not an npz file, truncated or damaged.
std::vector<NpzArray> read_npz(const std::string& path);

}  // namespace dragoman
