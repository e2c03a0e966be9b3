#include "plot/run_table.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "io/atomic_file.h"
#include "io/parse_number.h"
#include "io/tab_fields.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

constexpr size_t kFirstRowLine = 2;

}  // namespace

RunTable::RunTable(const std::string& path) : path_(path) {
  LineReader reader(path);
  std::string line;
  if (reader.next(line)) columns_ = split_at_tabs(line);
  if (!has_column("update")) {
    throw std::runtime_error("'" + path +
                             "' has no column named update; name a folder that dragoman train "
                             "wrote");
  }
  while (reader.next(line)) rows_.push_back(split_at_tabs(line));
  if (rows_.empty() || rows_.back().size() >= columns_.size()) return;
  if (!read_file(path).ends_with('\n')) rows_.pop_back();  // cut off, or being written
}

bool RunTable::has_column(std::string_view name) const {
  return std::find(columns_.begin(), columns_.end(), name) != columns_.end();
}

std::vector<double> RunTable::numbers(std::string_view name) const {
  const auto found = std::find(columns_.begin(), columns_.end(), name);
  if (found == columns_.end()) {
    throw std::runtime_error("'" + path_ + "' has no column named " + std::string(name));
  }
  std::vector<double> numbers;
  for (size_t row = 0; row < rows_.size(); ++row) {
    numbers.push_back(number_at(row, static_cast<size_t>(found - columns_.begin())));
  }
  return numbers;
}

double RunTable::number_at(size_t row, size_t column) const {
  const bool has_cell = column < rows_[row].size();
  const std::string cell = has_cell ? rows_[row][column] : "";
  // Rows of a version that did not have the column.
  if (has_cell && cell.empty() && columns_[column] != "update")
    return std::numeric_limits<double>::quiet_NaN();
  if (const auto number = parse_number<double>(cell)) return *number;
  throw std::runtime_error(path_ + ":" + std::to_string(row + kFirstRowLine) + ": " +
                           columns_[column] + " is \"" + cell +
                           "\", but must be a number; correct or remove this row");
}

}  // namespace dragoman
