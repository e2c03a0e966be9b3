#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/protected_spans.h"

namespace dragoman {

/// A plain text with line breaks and table columns, such as a program's message. It consists of
/// texts that are translated separately, and of the white space between them. Wrapped lines are one
/// text; its translation is wrapped at the same width.
class LaidOutText {
 public:
  /// Spans that `find_kept` finds are not language. A text contains something else. White space in
  /// `unbroken` spans, such as tags, ends no line and no column.
  LaidOutText(std::string_view text, const FindSpans& find_kept,
              const std::vector<ByteSpan>& unbroken);

  /// A line, and the same with letters for the white space in unbroken spans.
  struct Line {
    std::string_view text;
    std::string_view shape;
  };

  const std::vector<std::string>& texts() const { return texts_; }
  /// Returns the whole text with a translation for each of its texts.
  std::string with(const std::vector<std::string>& translations, const FindSpans& find_kept) const;

 private:
  struct Part {
    std::string between;      // white space before the text
    size_t wrap_columns = 0;  // 0: one line
  };

  void add_paragraph(const Line& first, const std::vector<Line>& others,
                     const FindSpans& find_kept);
  void add_line(const Line& line, const FindSpans& find_kept);
  void add_cell(std::string_view cell, size_t wrap_columns, const FindSpans& find_kept);

  std::vector<std::string> texts_;
  std::vector<Part> parts_;  // one for each text
  std::string rest_;         // after the last text
};

/// True if `text` has a letter outside of the `kept` spans.
bool has_language(std::string_view text, const std::vector<ByteSpan>& kept);

}  // namespace dragoman
