#include "data/pair_columns.h"

#include <algorithm>
#include <stdexcept>

namespace dragoman {
namespace {

constexpr std::string_view kTab = "\\t";

/// True for lines of XML. Others may begin with "<", as those that begin with a tag.
bool is_xml(std::string_view line) {
  return line.starts_with("<?xml") || line.starts_with("<!") || line.starts_with("<tmx") ||
         line.starts_with("<tu ") || line.starts_with("<tu>");
}

/// Returns what to do about a line without a tab.
std::string advice_without_tab(std::string_view line) {
  const auto count = [&](char c) { return std::count(line.begin(), line.end(), c); };
  if (is_xml(line)) return "XML, as TMX, must be converted to such lines";
  if (count('"') % 2 != 0)
    return "if a cell in quotes has a line break, join its lines: " + unquoting_command(kTab);
  if (count(';') + count(',') == 0) return "put a tab between the two";
  return "if this is CSV, convert it: " + unquoting_command(count(';') > count(',') ? ";" : ",");
}

}  // namespace

std::string unquoting_command(std::string_view delimiter) {
  return "python3 -c 'import csv, sys; [print(*[\" \".join(c.split()) for c in row[:2]], "
         "sep=\"\\t\") for row in csv.reader(sys.stdin, delimiter=\"" +
         std::string(delimiter) + "\")]' <FILE >NEW";
}

void throw_not_two_columns(const LineReader& reader, std::string_view line) {
  const auto num_tabs = std::count(line.begin(), line.end(), '\t');
  const std::string advice =
      num_tabs == 0
          ? "none; " + advice_without_tab(line)
          : std::to_string(num_tabs) + "; keep the columns of the two, as by cut -f 1,2 FILE >NEW";
  throw std::runtime_error(
      reader.place() + ": a line must be source<TAB>target, with exactly one tab, but this has " +
      advice);
}

}  // namespace dragoman
