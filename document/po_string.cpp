#include "document/po_string.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "document/text_columns.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

constexpr size_t kPageColumns = 79;

constexpr std::array<std::pair<char, char>, 9> kEscapes = {{{'n', '\n'},
                                                            {'t', '\t'},
                                                            {'r', '\r'},
                                                            {'"', '"'},
                                                            {'\\', '\\'},
                                                            {'a', '\a'},
                                                            {'b', '\b'},
                                                            {'f', '\f'},
                                                            {'v', '\v'}}};

/// Reads the octal or hexadecimal digits of a byte after a backslash. Returns the number of bytes
/// read.
size_t read_number(std::string_view text, std::string& out) {
  const bool is_hex = text[0] == 'x';
  const size_t begin = is_hex ? 1 : 0;
  const size_t most = std::min<size_t>(text.size(), 3);  // x and two digits, or three octal ones
  unsigned value = 0;
  const auto [end, error] =
      std::from_chars(text.data() + begin, text.data() + most, value, is_hex ? 16 : 8);
  if (error != std::errc() || value > 0xff) return 0;
  out += static_cast<char>(value);
  return static_cast<size_t>(end - text.data());
}

std::string escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto* found = std::find_if(kEscapes.begin(), kEscapes.end(),
                                     [&](const auto& pair) { return pair.second == c; });
    if (found == kEscapes.end()) {
      escaped += c;
    } else {
      escaped += {'\\', found->first};
    }
  }
  return escaped;
}

/// Returns the lines of `text`, including line breaks.
std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

/// Adds a line of the text as quoted strings no wider than a page. Spaces stay at the ends of
/// strings.
void add_wrapped(std::string_view line, std::string_view line_end, std::string& out) {
  constexpr size_t kQuotes = 2;
  const std::string escaped = escape(line);
  size_t begin = 0, columns_before = 0;
  const auto add = [&](size_t end) {
    out += std::string(line_end) + '"' + escaped.substr(begin, end - begin) + '"';
    begin = end;
  };
  const auto places = break_places(escaped, {}, true);
  for (size_t i = 0; i < places.size(); ++i) {
    const bool is_last = i + 1 == places.size();
    // Includes the space at the end of the string.
    const size_t next_columns =
        is_last ? num_columns(escaped)
                : places[i + 1].columns + places[i + 1].begin - places[i + 1].end;
    if (next_columns - columns_before + kQuotes <= kPageColumns) continue;
    add(places[i].begin);
    columns_before = places[i].columns + places[i].begin - places[i].end;
  }
  add(escaped.size());
}

}  // namespace

std::string unescape_po(std::string_view text) {
  std::string value;
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at + 1);
    if (text[at] != '\\' || rest.empty()) {
      value += text[at++];
      continue;
    }
    const auto* found = std::find_if(kEscapes.begin(), kEscapes.end(),
                                     [&](const auto& pair) { return pair.first == rest[0]; });
    if (found != kEscapes.end()) value += found->second;
    const size_t read = found != kEscapes.end() ? 1 : read_number(rest, value);
    if (read == 0) value += '\\';
    at += 1 + read;
  }
  return replace_invalid_utf8(value);
}

std::string quote_po(std::string_view text, size_t indent, std::string_view line_end) {
  const bool has_inner_break = text.find('\n') < text.size() - 1 && !text.empty();
  const std::string whole = '"' + escape(text) + '"';
  if (!has_inner_break && indent + num_columns(whole) <= kPageColumns) return whole;
  std::string quoted = "\"\"";
  for (const std::string_view line : whole_lines(text)) add_wrapped(line, line_end, quoted);
  return quoted;
}

}  // namespace dragoman
