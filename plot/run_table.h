#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// A table of training, RUN/train.tsv or RUN/valid.tsv: a header, then rows with tabs between
/// cells. Finds columns by name, so it can read tables of other versions. Drops a last row that was
/// cut off: it has neither all cells nor a line end.
class RunTable {
 public:
  /// Throws std::runtime_error if `path` cannot be read or is not such a table.
  explicit RunTable(const std::string& path);

  const std::string& path() const { return path_; }
  size_t num_rows() const { return rows_.size(); }
  bool has_column(std::string_view name) const;
  /// Returns the numbers of a column, which may be NaN or infinite. Throws std::runtime_error with
  /// "file:line" for a cell that is missing or not a number.
  std::vector<double> numbers(std::string_view name) const;

 private:
  double number_at(size_t row, size_t column) const;

  std::string path_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace dragoman
