#include "document/laid_out_text.h"

#include <algorithm>
#include <cctype>

#include "document/document_bytes.h"
#include "document/text_columns.h"

namespace dragoman {
namespace {

/// A line break after a shorter line is not a wrap.
constexpr size_t kLeastWrapped = 40;
/// Columns are separated by at least this many spaces, or by a tab.
constexpr std::string_view kColumnGap = "   ";

bool may_be_letter(char c) {
  return static_cast<signed char>(c) < 0 || std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// True if the text at the end of `line` may continue in `next`.
bool goes_on(std::string_view line, std::string_view next) {
  if (line.empty() || next.empty() || !may_be_letter(next[0])) return false;
  constexpr std::string_view kEnds = ".:!?;\r";
  const bool ends = kEnds.find(line.back()) != std::string_view::npos;
  const auto has_columns = [](std::string_view text) {
    return text.find('\t') != std::string_view::npos ||
           text.find(kColumnGap) != std::string_view::npos;
  };
  return !ends && !has_columns(line) && !has_columns(next) && num_columns(line) >= kLeastWrapped;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

bool has_language(std::string_view text, const std::vector<ByteSpan>& kept) {
  size_t at = 0;
  const auto has_letter = [&](size_t end) {
    return std::any_of(text.begin() + static_cast<std::ptrdiff_t>(at),
                       text.begin() + static_cast<std::ptrdiff_t>(end), may_be_letter);
  };
  for (const ByteSpan& span : kept) {
    if (has_letter(span.begin)) return true;
    at = span.end;
  }
  return has_letter(text.size());
}

LaidOutText::LaidOutText(std::string_view text, const FindSpans& find_kept) {
  const auto lines = lines_of(text);
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

void LaidOutText::add_paragraph(std::string_view first, const std::vector<std::string_view>& others,
                                const FindSpans& find_kept) {
  if (others.empty()) return add_line(first, find_kept);
  std::string joined(first);
  size_t columns = num_columns(first);
  for (const std::string_view line : others) {
    if (joined.back() != ' ') joined += ' ';
    joined += line;
    columns = std::max(columns, num_columns(line));
  }
  add_cell(joined, columns, find_kept);
}

/// Adds the cells of a line.
void LaidOutText::add_line(std::string_view line, const FindSpans& find_kept) {
  size_t done = 0;
  for (size_t at = 0; at < line.size();) {
    const size_t tab = line.find('\t', at), gap = line.find(kColumnGap, at);
    const size_t end = std::min({tab, gap, line.size()});
    const size_t next = std::min(line.find_first_not_of(" \t", end), line.size());
    add_cell(line.substr(done, end - done), 0, find_kept);
    rest_ += line.substr(end, next - end);
    done = at = next;
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
