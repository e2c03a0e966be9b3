#pragma once

#include <map>
#include <string>
#include <string_view>

#include "markup/piece.h"

namespace dragoman {

/// Bytes of the character or of what may be a reference that `text`, not empty, begins with.
size_t unit_length(std::string_view text);

/// How a fragment writes characters, so that its translation may write them in the same way.
class Spelling {
 public:
  explicit Spelling(MarkupSyntax syntax) : syntax_(syntax) {}

  /// The characters that `source` stands for, without line breaks. Remembers how they were written.
  std::string decode(std::string_view source);
  /// `text` as markup: characters that were references are the same references again, and nothing
  /// in it is a tag or a reference by chance.
  std::string encode(std::string_view text) const;

 private:
  std::string decode_reference(std::string_view reference);

  MarkupSyntax syntax_;
  bool has_bare_greater_ = false;                  // a > that was not written as a reference
  std::map<std::string, std::string> characters_;  // by reference
  std::map<std::string, std::string> references_;  // by character, in UTF-8
};

}  // namespace dragoman
