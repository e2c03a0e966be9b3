#include "metrics/table_layout.h"

#include <algorithm>
#include <string_view>

#include "metrics/terminal_color.h"

namespace dragoman {
namespace {

/// Returns the width of each column: at least two more than its title.
std::vector<size_t> column_widths(const std::vector<TableRow>& rows) {
  std::vector<size_t> widths;
  for (const TableCell& title : rows.front()) widths.push_back(visible_length(title[0]) + 2);
  for (const TableRow& row : rows) {
    for (size_t c = 0; c < row.size(); ++c) {
      for (const std::string& line : row[c]) {
        widths[c] = std::max(widths[c], visible_length(line));
      }
    }
  }
  return widths;
}

/// Pads a cell: right-aligned if `column` is 0, else centred; a space on either side.
std::string padded(const std::string& text, size_t width, size_t column) {
  const size_t padding = width - visible_length(text);
  const size_t left = column == 0 ? padding : padding / 2;
  return std::string(left + 1, ' ') + text + std::string(padding - left + 1, ' ');
}

std::string rule(const std::vector<size_t>& widths, const std::vector<std::string>& marks) {
  std::string text = marks[0];
  for (size_t c = 0; c < widths.size(); ++c) {
    if (c > 0) text += marks[2];
    for (size_t i = 0; i < widths[c] + 2; ++i) text += marks[1];
  }
  return text + marks[3] + "\n";
}

std::string grid_row(const TableRow& row, const std::vector<size_t>& widths) {
  size_t num_lines = 0;
  for (const TableCell& cell : row) num_lines = std::max(num_lines, cell.size());
  std::string text;
  for (size_t line = 0; line < num_lines; ++line) {
    for (size_t c = 0; c < row.size(); ++c) {
      text += "│" + padded(line < row[c].size() ? row[c][line] : "", widths[c], c);
    }
    text += "│\n";
  }
  return text;
}

std::string latex_escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) {
      escaped.append("\\").append(1, c);
    } else if (c == '<' || c == '>') {
      escaped.append("\\ensuremath{").append(1, c).append("}");
    } else if (c == '^') {
      escaped += "\\^{}";
    } else if (c == '~') {
      escaped += "\\textasciitilde{}";
    } else if (c == '\\') {
      escaped += "\\textbackslash{}";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string joined(const TableCell& lines) {
  std::string text;
  for (const std::string& line : lines) text.append(text.empty() ? "" : " ").append(line);
  return text;
}

}  // namespace

std::string text_grid(const std::vector<TableRow>& rows) {
  const std::vector<size_t> widths = column_widths(rows);
  std::string text = rule(widths, {"╒", "═", "╤", "╕"});
  for (size_t r = 0; r < rows.size(); ++r) {
    text += grid_row(rows[r], widths);
    if (r == 0) {
      text += rule(widths, {"╞", "═", "╪", "╡"});
    } else if (r + 1 < rows.size()) {
      text += rule(widths, {"├", "─", "┼", "┤"});
    }
  }
  return text + rule(widths, {"╘", "═", "╧", "╛"});
}

std::string latex_tabular(std::vector<TableRow> rows) {
  for (TableRow& row : rows) {
    for (TableCell& cell : row) cell = {joined(cell)};
  }
  const std::vector<size_t> widths = column_widths(rows);
  std::string text = "\\begin{tabular}{r" + std::string(widths.size() - 1, 'c') + "}\n\\toprule\n";
  for (size_t r = 0; r < rows.size(); ++r) {
    for (size_t c = 0; c < rows[r].size(); ++c) {
      text += (c > 0 ? "&" : "") + latex_escaped(padded(rows[r][c][0], widths[c], c));
    }
    text += r == 0 ? "\\\\\n\\midrule\n" : "\\\\\n";
  }
  return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace dragoman
