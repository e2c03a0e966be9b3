#include "metrics/score_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/utf8.h"
#include "metrics/python_text.h"
#include "metrics/table_layout.h"
#include "metrics/terminal_color.h"

namespace dragoman {
namespace {

constexpr double kSignificant = 0.05;

std::string p_value_text(double p_value, bool colors) {
  const std::string text = "(p = " + python_fixed(p_value, 4) + ")";
  return p_value > kSignificant ? colored(text, TerminalColor::kRed, colors) : text + "*";
}

TableCell score_cell(const PairedResult& result, const ScoreFormat& format) {
  TableCell cell = {python_fixed(result.score, format.width)};
  if (result.confidence) {
    cell[0] += " (" + python_fixed(result.confidence->mean, format.width) + " ± " +
               python_fixed(result.confidence->half_width, format.width) + ")";
  }
  if (result.p_value) cell.push_back(p_value_text(*result.p_value, format.colors));
  return cell;
}

TableRow header_row(const ScoreTable& table, const ScoreFormat& format) {
  TableRow row = {{colored("System", TerminalColor::kCyan, format.colors)}};
  for (const ScoreTable::Column& column : table.columns) {
    const bool has_confidence = column.results.front().confidence.has_value();
    const std::string title = column.name + (has_confidence ? " (μ ± 95% CI)" : "");
    row.push_back({colored(title, TerminalColor::kCyan, format.colors)});
  }
  return row;
}

std::vector<TableRow> make_rows(const ScoreTable& table, const ScoreFormat& format) {
  std::vector<TableRow> rows = {header_row(table, format)};
  for (size_t s = 0; s < table.systems.size(); ++s) {
    TableRow row = {{table.systems[s]}};
    for (const ScoreTable::Column& column : table.columns) {
      row.push_back(score_cell(column.results[s], format));
    }
    const bool is_baseline = s == 0 && table.test != SignificanceTest::kNone;
    for (TableCell& cell : row) {
      cell[0] = colored(cell[0], TerminalColor::kYellow, format.colors && is_baseline);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Quotes text as JSON, with \uXXXX for characters beyond ASCII. Invalid UTF-8, as in the name of a
/// file, is U+FFFD.
std::string quoted_ascii(const std::string& text) {
  return nlohmann::json(replace_invalid_utf8(text)).dump(-1, ' ', true);
}

std::string result_json(const PairedResult& result) {
  const auto& confidence = result.confidence;
  const std::string indent(12, ' ');
  return "{\n" + indent + "\"score\": " + python_repr(result.score) + ",\n" + indent +
         "\"p_value\": " + (result.p_value ? python_repr(*result.p_value) : "null") + ",\n" +
         indent + "\"mean\": " + (confidence ? python_repr(confidence->mean) : "null") + ",\n" +
         indent + "\"ci\": " + (confidence ? python_repr(confidence->half_width) : "null") +
         "\n        }";
}

/// True if a system is marked as different from the baseline though their scores are equal.
/// sacreBLEU gives two systems whose segments score alike the smallest p, not 1.
bool marks_equal_scores(const ScoreTable& table) {
  for (const ScoreTable::Column& column : table.columns) {
    for (const PairedResult& result : column.results) {
      if (result.p_value.value_or(1) <= kSignificant &&
          result.score == column.results.front().score)
        return true;
    }
  }
  return false;
}

std::string explanation(const ScoreTable& table, const ScoreFormat& format) {
  if (table.test == SignificanceTest::kNone) return "";
  const bool is_bootstrap = table.test == SignificanceTest::kPairedBootstrap;
  const std::string title =
      (is_bootstrap ? "Paired bootstrap test, " : "Paired approximate randomization test, ") +
      std::to_string(table.num_samples) + (is_bootstrap ? " samples" : " trials");
  const std::string baseline =
      colored(table.systems.front(), TerminalColor::kYellow, format.colors);
  std::string text = title + "\n" + std::string(title.size(), '-') + "\n";
  text += " - Every system is compared with " + baseline + ".\n";
  if (is_bootstrap) {
    text += " - In brackets: mean of the scores of the samples, and half their 95% interval.\n";
  }
  text +=
      " - p is how often chance alone would make a larger difference, if the two systems were\n"
      "   equally good. Up to 0.05 it is marked *: the systems differ";
  text += colored(format.colors ? ". Others are red" : "", TerminalColor::kRed, format.colors);
  text += ".\n";
  if (marks_equal_scores(table)) {
    text +=
        " - Equal scores marked * have the smallest p, as in sacreBLEU: there is no difference to\n"
        "   test.\n";
  }
  return text + "\n";
}

std::string signature_list(const ScoreTable& table, const ScoreFormat& format) {
  std::string text = "-----------------\nMetric signatures\n-----------------";
  for (const ScoreTable::Column& column : table.columns) {
    const size_t padding = 10 - std::min<size_t>(10, column.name.size());
    text += "\n - " + column.name + std::string(padding, ' ') + " " +
            format_signature(column.signature, format.short_names);
  }
  return text;
}

}  // namespace

std::string format_table_json(const ScoreTable& table, const ScoreFormat& format) {
  std::string json = "[";
  for (size_t s = 0; s < table.systems.size(); ++s) {
    json += (s > 0 ? "," : "");
    json += "\n    {\n        \"system\": " + quoted_ascii(table.systems[s]);
    for (const ScoreTable::Column& column : table.columns) {
      json += ",\n        " + quoted_ascii(column.name) + ": ";
      const PairedResult& result = column.results[s];
      json += table.test == SignificanceTest::kNone
                  ? quoted_ascii(python_fixed(result.score, format.width))
                  : result_json(result);
    }
    json += "\n    }";
  }
  return json + "\n]";
}

std::string format_table_text(const ScoreTable& table, const ScoreFormat& format) {
  return text_grid(make_rows(table, format)) + "\n" + explanation(table, format) +
         signature_list(table, format);
}

std::string format_table_latex(const ScoreTable& table, const ScoreFormat& format) {
  return latex_tabular(make_rows(table, format)) + "\n" + explanation(table, format) +
         signature_list(table, format);
}

}  // namespace dragoman
