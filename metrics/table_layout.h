#pragma once

#include <string>
#include <vector>

namespace dragoman {

/// The lines of one cell of a table.
using TableCell = std::vector<std::string>;
using TableRow = std::vector<TableCell>;

// Layouts of Python's package tabulate, which sacreBLEU uses. The first row is the header. The
// first column is right-aligned, the others are centred. The last line ends with a newline.

/// Formats a grid of box-drawing characters ("fancy_grid").
std::string text_grid(const std::vector<TableRow>& rows);

/// Formats a LaTeX tabular for the package booktabs ("latex_booktabs"). Joins the lines of a cell.
std::string latex_tabular(std::vector<TableRow> rows);

}  // namespace dragoman
