#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// A table that training writes, RUN/train.tsv or RUN/valid.tsv: a header, then rows with a tab
/// between two cells. Columns are found by name, so that tables of other versions can be read.
class RunTable {
 public:
  /// Throws std::runtime_error if `path` cannot be read or is no such table.
  explicit RunTable(const std::string& path);

  const std::string& path() const { return path_; }
  size_t num_rows() const { return rows_.size(); }
  bool has_column(std::string_view name) const;
  /// The numbers of a column, which may be nan or infinite. Throws std::runtime_error with
  /// "file:line" for a cell that is missing or no number.
  std::vector<double> numbers(std::string_view name) const;

 private:
  double number_at(size_t row, size_t column) const;

  std::string path_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace dragoman
