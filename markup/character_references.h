#pragma once

#include <map>
#include <string>
#include <string_view>

#include "markup/piece.h"

namespace dragoman {

/// Returns the length in bytes of the character or possible reference at the beginning of `text`,
/// which must not be empty.
size_t unit_length(std::string_view text);

/// Returns the first & of `text` that begins no reference with a semicolon; npos if there is none.
size_t find_bare_ampersand(std::string_view text);

/// True if byte `at` of `text` is inside a reference, so that none begins or ends there.
bool is_inside_reference(std::string_view text, size_t at, MarkupSyntax syntax);

/// Records how a fragment writes characters, so that its translation can write them in the same
/// way.
class Spelling {
 public:
  explicit Spelling(MarkupSyntax syntax) : syntax_(syntax) {}

  /// Decodes references and replaces line breaks. Records how characters were written.
  std::string decode(std::string_view source);
  /// Encodes `text` as markup. Characters that were references become the same references again.
  /// Nothing in the text can be read as a tag or a reference.
  std::string encode(std::string_view text) const;

 private:
  std::string decode_reference(std::string_view reference);

  MarkupSyntax syntax_;
  bool has_bare_greater_ = false;                  // a > was not written as a reference
  std::map<std::string, std::string> characters_;  // by reference
  std::map<std::string, std::string> references_;  // by character, in UTF-8
};

}  // namespace dragoman
