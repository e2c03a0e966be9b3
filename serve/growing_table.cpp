#include "serve/growing_table.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "io/parse_number.h"
#include "io/tab_fields.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

/// Returns the complete lines of a file, those with a line feed.
std::vector<std::string> whole_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line) && !file.eof();) lines.push_back(line);
  return lines;
}

ordered_json cell_json(const std::string& cell, bool is_text) {
  if (cell.empty()) return nullptr;
  const std::optional<double> number = parse_number<double>(cell);
  if (is_text || !number) return cell;
  if (!std::isfinite(*number)) return nullptr;
  const bool is_whole = *number == std::floor(*number) && std::abs(*number) < 0x1p53;
  return is_whole ? ordered_json(static_cast<int64_t>(*number)) : ordered_json(*number);
}

}  // namespace

GrowingTable::GrowingTable(const std::string& path) {
  const std::vector<std::string> lines = whole_lines(path);
  if (lines.empty()) return;
  columns_ = split_at_tabs(lines.front());
  for (size_t i = 1; i < lines.size(); ++i) rows_.push_back(split_at_tabs(lines[i]));
}

size_t GrowingTable::position(const std::string& column) const {
  const auto found = std::find(columns_.begin(), columns_.end(), column);
  return static_cast<size_t>(found - columns_.begin());
}

std::string GrowingTable::cell(const std::vector<std::string>& row,
                               const std::string& column) const {
  const size_t at = position(column);
  return at < row.size() ? row[at] : "";
}

std::vector<std::vector<std::string>> GrowingTable::rows_after(int64_t after) const {
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : rows_) {
    const auto update = parse_number<double>(cell(row, "update"));
    if (update && *update > static_cast<double>(after)) rows.push_back(row);
  }
  return rows;
}

ordered_json GrowingTable::json_after(int64_t after) const {
  ordered_json json;
  json["columns"] = columns_;
  ordered_json& rows = json["rows"] = ordered_json::array();
  for (const auto& row : rows_after(after)) {
    ordered_json& cells = rows.emplace_back(ordered_json::array());
    for (size_t i = 0; i < columns_.size(); ++i)
      cells.push_back(cell_json(i < row.size() ? row[i] : "", columns_[i].starts_with("sample_")));
  }
  return json;
}

}  // namespace dragoman
