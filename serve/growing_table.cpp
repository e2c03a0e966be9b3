#include "serve/growing_table.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string_view>
#include <vector>

#include "io/parse_number.h"
#include "io/tab_fields.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;
using Columns = std::vector<std::string>;

constexpr size_t kMostRows = 5000;

/// Reads the next complete line, one with a line feed. Returns false if there is none.
bool next_whole_line(std::ifstream& file, std::string& line) {
  return std::getline(file, line) && !file.eof();
}

/// Returns the cell of a column; "" if the row is too short.
std::string_view cell_of(std::string_view row, size_t column) {
  for (; column > 0; --column) {
    const size_t tab = row.find('\t');
    if (tab == std::string_view::npos) return "";
    row.remove_prefix(tab + 1);
  }
  return row.substr(0, row.find('\t'));
}

/// Reads the rows from `start` on, and returns where those after update `after` begin, in bytes.
std::vector<size_t> rows_after(int64_t after, std::ifstream& file, size_t start,
                               size_t update_column) {
  std::vector<size_t> starts;
  for (std::string row; next_whole_line(file, row); start += row.size() + 1) {
    const auto update = parse_number<double>(cell_of(row, update_column));
    if (update && *update > static_cast<double>(after)) starts.push_back(start);
  }
  return starts;
}

ordered_json cell_json(std::string_view cell, bool is_text) {
  if (cell.empty()) return nullptr;
  const std::optional<double> number = parse_number<double>(cell);
  if (is_text || !number) return cell;
  if (!std::isfinite(*number)) return nullptr;
  const bool is_whole = *number == std::floor(*number) && std::abs(*number) < 0x1p53;
  return is_whole ? ordered_json(static_cast<int64_t>(*number)) : ordered_json(*number);
}

ordered_json row_json(const std::string& row, const Columns& columns) {
  std::vector<std::string> values = split_at_tabs(row);
  values.resize(columns.size());
  ordered_json cells = ordered_json::array();
  for (size_t i = 0; i < columns.size(); ++i)
    cells.push_back(cell_json(values[i], columns[i].starts_with("sample_")));
  return cells;
}

}  // namespace

ordered_json growing_table(const std::string& path, int64_t after) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  const Columns columns = next_whole_line(file, line) ? split_at_tabs(line) : Columns();
  const auto update = std::find(columns.begin(), columns.end(), "update") - columns.begin();
  const std::vector<size_t> starts =
      rows_after(after, file, line.size() + 1, static_cast<size_t>(update));
  const size_t count = std::min(starts.size(), kMostRows);
  ordered_json rows = ordered_json::array();
  file.clear();
  for (size_t i = 1; i <= count; ++i) {
    file.seekg(static_cast<std::streamoff>(starts[i * starts.size() / count - 1]));
    if (next_whole_line(file, line)) rows.push_back(row_json(line, columns));
  }
  return {{"columns", columns}, {"rows", std::move(rows)}};
}

}  // namespace dragoman
