#pragma once

#include <string>
#include <string_view>

#include "markup/tag_scanner.h"

namespace dragoman {

/// White space within a tag.
constexpr bool is_tag_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/// True if all of `text` is such white space.
bool has_only_tag_space(std::string_view text);

/// Reads a tag from its name on, like HTML5's tokenizer: a > outside of quotes ends it, and quotes
/// count only after =. Reads XML's tags in the same way. Names of HTML are in lower case.
class TagReader {
 public:
  TagReader(std::string_view text, size_t position, MarkupSyntax syntax)
      : text_(text), position_(position), lowercases_(syntax == MarkupSyntax::kHtml) {}

  std::string read_name();
  /// Reads the next attribute. Returns false at the end of the tag, which it has then read, or of
  /// the text.
  bool next(TagAttribute& attribute);
  /// Reads the rest of the tag. Returns false if the text ends first.
  bool read_to_end();

  size_t position() const { return position_; }  // behind the tag once it is read
  bool is_self_closing() const { return is_self_closing_; }

 private:
  bool at_end() const { return position_ >= text_.size(); }
  void skip_space();
  void read_value(TagAttribute& attribute);
  std::string name_from(size_t begin) const;

  std::string_view text_;
  size_t position_;
  const bool lowercases_;
  bool is_self_closing_ = false;
  bool is_whole_ = false;
};

}  // namespace dragoman
