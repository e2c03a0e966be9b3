#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace dragoman {

/// A snapshot of a table with tab-separated columns, which another process may be writing: a
/// header, then rows. One column is the number of the update.
class GrowingTable {
 public:
  /// Reads the file. A missing file gives a table without columns. An incomplete last line is
  /// ignored.
  explicit GrowingTable(const std::string& path);

  const std::vector<std::string>& columns() const { return columns_; }
  /// Returns the cells of the rows after update `after`.
  std::vector<std::vector<std::string>> rows_after(int64_t after) const;
  /// Returns the row's cell in that column; "" if there is none.
  std::string cell(const std::vector<std::string>& row, const std::string& column) const;
  /// Returns {"columns": [...], "rows": [[...]]} with the rows after `after`. Numbers become
  /// numbers, or null if not finite. Other cells, and columns named sample_N, become text. Empty
  /// cells become null.
  nlohmann::ordered_json json_after(int64_t after) const;

 private:
  size_t position(const std::string& column) const;

  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace dragoman
