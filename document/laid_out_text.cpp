#include "document/laid_out_text.h"

#include <algorithm>

#include "document/text_columns.h"
#include "io/text_edits.h"
#include "markup/characters.h"
#include "markup/tag_reader.h"

namespace dragoman {
namespace {

/// A line break after a shorter line is not a wrap.
constexpr size_t kLeastWrapped = 40;
/// Columns are separated by at least this many spaces, or by a tab.
constexpr std::string_view kColumnGap = "   ";

/// Returns the parts of `text` between the line breaks of `shape`, which has the same length.
std::vector<std::string_view> lines_of(std::string_view text, std::string_view shape) {
  std::vector<std::string_view> lines;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(shape.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// Returns `text` with letters for the white space in `unbroken` spans.
std::string shape_of(std::string_view text, const std::vector<ByteSpan>& unbroken) {
  std::string shape(text);
  for (const ByteSpan& span : unbroken) {
    for (size_t at = span.begin; at < span.end; ++at) {
      if (is_tag_space(shape[at])) shape[at] = 'x';
    }
  }
  return shape;
}

/// Number of columns of the longest line.
size_t width_of(std::string_view text) {
  size_t width = 0;
  for (const std::string_view line : lines_of(text, text))
    width = std::max(width, num_columns(line));
  return width;
}

/// True if the text at the end of `line` may continue in `next`.
bool goes_on(const LaidOutText::Line& line, const LaidOutText::Line& next) {
  if (line.text.empty() || !is_letter(first_character(next.text))) return false;
  constexpr std::string_view kEnds = ".:!?;\r";
  const bool ends = kEnds.find(line.text.back()) != std::string_view::npos;
  const auto has_columns = [](std::string_view shape) {
    return shape.find('\t') != std::string_view::npos ||
           shape.find(kColumnGap) != std::string_view::npos;
  };
  return !ends && !has_columns(line.shape) && !has_columns(next.shape) &&
         width_of(line.text) >= kLeastWrapped;
}

}  // namespace

bool has_language(std::string_view text, const std::vector<ByteSpan>& kept) {
  size_t at = 0;
  for (const ByteSpan& span : kept) {
    if (has_letter(text.substr(at, span.begin - at))) return true;
    at = span.end;
  }
  return has_letter(text.substr(at));
}

LaidOutText::LaidOutText(std::string_view text, const FindSpans& find_kept,
                         const std::vector<ByteSpan>& unbroken) {
  const std::string shape = shape_of(text, unbroken);
  const auto texts = lines_of(text, shape), shapes = lines_of(shape, shape);
  std::vector<Line> lines;
  for (size_t i = 0; i < texts.size(); ++i) lines.push_back({texts[i], shapes[i]});
  for (size_t i = 0; i < lines.size();) {
    if (i > 0) rest_ += '\n';
    size_t end = i + 1;
    while (end < lines.size() && goes_on(lines[end - 1], lines[end])) ++end;
    add_paragraph(lines[i],
                  {lines.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                   lines.begin() + static_cast<std::ptrdiff_t>(end)},
                  find_kept);
    i = end;
  }
}

void LaidOutText::add_paragraph(const Line& first, const std::vector<Line>& others,
                                const FindSpans& find_kept) {
  if (others.empty()) return add_line(first, find_kept);
  std::string joined(first.text);
  size_t columns = width_of(first.text);
  for (const Line& line : others) {
    if (joined.back() != ' ' && !touch_without_space(joined, line.text)) joined += ' ';
    joined += line.text;
    columns = std::max(columns, width_of(line.text));
  }
  add_cell(joined, columns, find_kept);
}

/// Adds the cells of a line.
void LaidOutText::add_line(const Line& line, const FindSpans& find_kept) {
  const std::string_view shape = line.shape;
  size_t tab = shape.find('\t'), gap = shape.find(kColumnGap);
  for (size_t at = 0; at < shape.size();) {
    const size_t end = std::min({tab, gap, shape.size()});
    const size_t next = std::min(shape.find_first_not_of(" \t", end), shape.size());
    add_cell(line.text.substr(at, end - at), 0, find_kept);
    rest_ += line.text.substr(end, next - end);
    at = next;
    if (tab < at) tab = shape.find('\t', at);
    if (gap < at) gap = shape.find(kColumnGap, at);
  }
}

void LaidOutText::add_cell(std::string_view cell, size_t wrap_columns, const FindSpans& find_kept) {
  constexpr std::string_view kAround = " \r\n\f\v";
  const std::string_view text = trimmed(cell, kAround);
  if (!has_language(text, find_kept(text))) {
    rest_ += cell;
    return;
  }
  const size_t begin = cell.find_first_not_of(kAround);
  rest_ += cell.substr(0, begin);
  parts_.push_back({std::move(rest_), wrap_columns});
  texts_.emplace_back(text);
  rest_ = cell.substr(begin + text.size());
}

std::string LaidOutText::with(const std::vector<std::string>& translations,
                              const FindSpans& find_kept) const {
  std::string text;
  for (size_t i = 0; i < parts_.size(); ++i) {
    text += parts_[i].between;
    if (parts_[i].wrap_columns == 0) {
      text += translations[i];
      continue;
    }
    bool is_first = true;
    for (const std::string& line :
         wrap_text(translations[i], parts_[i].wrap_columns, find_kept(translations[i]))) {
      if (!is_first) text += '\n';
      text += line;
      is_first = false;
    }
  }
  return text + rest_;
}

}  // namespace dragoman
