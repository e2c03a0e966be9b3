#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/protected_spans.h"

namespace dragoman {

/// A plain text with line breaks and columns of a table, as messages of programs are: its texts,
/// which are translated by themselves, and the white space between them. Lines that are wrapped are
/// one text, whose translation is wrapped at the same width.
class LaidOutText {
 public:
  /// What `find_kept` finds is no language; a text has something else.
  LaidOutText(std::string_view text, const FindSpans& find_kept);

  const std::vector<std::string>& texts() const { return texts_; }
  /// The whole with a translation in the place of each text.
  std::string with(const std::vector<std::string>& translations, const FindSpans& find_kept) const;

 private:
  struct Part {
    std::string between;      // stands before the text
    size_t wrap_columns = 0;  // 0: one line
  };

  void add_paragraph(std::string_view first, const std::vector<std::string_view>& others,
                     const FindSpans& find_kept);
  void add_line(std::string_view line, const FindSpans& find_kept);
  void add_cell(std::string_view cell, size_t wrap_columns, const FindSpans& find_kept);

  std::vector<std::string> texts_;
  std::vector<Part> parts_;  // of each text
  std::string rest_;         // after the last text
};

/// True if `text` has a letter outside of `kept` spans.
bool has_language(std::string_view text, const std::vector<TextToken>& kept);

}  // namespace dragoman
