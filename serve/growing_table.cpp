#include "serve/growing_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

namespace dragoman {
namespace {

using nlohmann::ordered_json;

std::vector<std::string> split_at(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// Returns the complete lines of a file, those with a line feed.
std::vector<std::string> whole_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  std::vector<std::string> lines = split_at(text.str(), '\n');
  lines.pop_back();
  return lines;
}

ordered_json cell_json(const std::string& cell, bool is_text) {
  if (cell.empty()) return nullptr;
  double number = 0;
  if (is_text || !parse_number(cell, number)) return cell;
  if (!std::isfinite(number)) return nullptr;
  const bool is_whole = number == std::floor(number) && std::abs(number) < 0x1p53;
  return is_whole ? ordered_json(static_cast<int64_t>(number)) : ordered_json(number);
}

}  // namespace

bool parse_number(const std::string& text, double& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

GrowingTable::GrowingTable(const std::string& path) {
  const std::vector<std::string> lines = whole_lines(path);
  if (lines.empty()) return;
  columns_ = split_at(lines.front(), '\t');
  for (size_t i = 1; i < lines.size(); ++i) rows_.push_back(split_at(lines[i], '\t'));
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
    double update = 0;
    if (parse_number(cell(row, "update"), update) && update > static_cast<double>(after))
      rows.push_back(row);
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
