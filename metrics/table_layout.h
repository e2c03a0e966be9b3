#pragma once

#include <string>
#include <vector>

namespace dragoman {

/// The lines of one cell of a table.
using TableCell = std::vector<std::string>;
using TableRow = std::vector<TableCell>;

// Layouts of Python's package tabulate, which sacreBLEU prints tables with. The first row is the
// header; the first column is aligned right, the others are centred. The last line ends in a
// newline.

/// A grid of box-drawing characters ("fancy_grid").
std::string text_grid(const std::vector<TableRow>& rows);

/// A LaTeX tabular for the package booktabs ("latex_booktabs"); a cell's lines become one.
std::string latex_tabular(std::vector<TableRow> rows);

}  // namespace dragoman
