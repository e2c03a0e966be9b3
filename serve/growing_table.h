#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace dragoman {

/// A table of tab-separated columns as it is now, though more may be written to it: a header, then
/// rows, one of whose columns is the number of an update.
class GrowingTable {
 public:
  /// A file that is not there is a table without columns. The last line counts only if its end is
  /// there.
  explicit GrowingTable(const std::string& path);

  const std::vector<std::string>& columns() const { return columns_; }
  /// The cells of the rows after update `after`.
  std::vector<std::vector<std::string>> rows_after(int64_t after) const;
  /// The cell of a row under the column of that name; "" if there is none.
  std::string cell(const std::vector<std::string>& row, const std::string& column) const;
  /// {"columns": [...], "rows": [[...]]} of the rows after `after`. Numbers are numbers, null if
  /// they are not finite; the rest, and columns named sample_N, is text; empty cells are null.
  nlohmann::ordered_json json_after(int64_t after) const;

 private:
  size_t position(const std::string& column) const;

  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// The number that the whole of `text` spells; false if it is none.
bool parse_number(const std::string& text, double& number);

}  // namespace dragoman
