#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// One array of an npz file: `dtype` as numpy writes it ("<f4", "<f2", "|i1", ...), its elements'
/// bytes row by row.
struct NpzArray {
  std::string name;
  std::string dtype;
  std::vector<int64_t> shape;
  std::string bytes;
};

/// Reads all arrays of an npz file (a zip archive of numpy's npy files, deflated or not), in the
/// file's order; those that lie column by column are turned. Throws std::runtime_error if the file
/// is missing, no npz file, cut short or damaged.
std::vector<NpzArray> read_npz(const std::string& path);

}  // namespace dragoman
