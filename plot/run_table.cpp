#include "plot/run_table.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "io/text_file.h"

namespace dragoman {
namespace {

constexpr size_t kFirstRowLine = 2;

std::vector<std::string> split_cells(const std::string& line) {
  std::vector<std::string> cells;
  size_t start = 0;
  for (size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t', start)) {
    cells.push_back(line.substr(start, tab - start));
    start = tab + 1;
  }
  cells.push_back(line.substr(start));
  return cells;
}

bool parse(const std::string& cell, double& number) {
  const char* end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, number);
  return error == std::errc() && stop == end;
}

}  // namespace

RunTable::RunTable(const std::string& path) : path_(path) {
  LineReader reader(path);
  std::string line;
  if (reader.next(line)) columns_ = split_cells(line);
  if (!has_column("update")) {
    throw std::runtime_error("'" + path +
                             "' has no column named update; name a folder that dragoman train "
                             "wrote");
  }
  while (reader.next(line)) rows_.push_back(split_cells(line));
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
  const std::string cell = column < rows_[row].size() ? rows_[row][column] : "";
  double number = 0;
  if (parse(cell, number)) return number;
  throw std::runtime_error(path_ + ":" + std::to_string(row + kFirstRowLine) + ": " +
                           columns_[column] + " is \"" + cell +
                           "\", but must be a number; correct or remove this row");
}

}  // namespace dragoman
