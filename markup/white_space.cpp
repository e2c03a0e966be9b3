#include "markup/white_space.h"

#include <unicode/uchar.h>

#include <string>

#include "io/utf8.h"
#include "markup/character_references.h"

namespace dragoman {
namespace {

bool begins_with_space(std::string_view text) {
  size_t at = 0;
  return u_isUWhiteSpace(next_character(text, at)) != 0;
}

}  // namespace

size_t space_length(std::string_view text, MarkupSyntax syntax) {
  if (text[0] != '&') return begins_with_space(text) ? unit_length(text) : 0;
  if (syntax == MarkupSyntax::kPlain) return 0;
  const size_t length = unit_length(text);
  const std::string decoded = Spelling(syntax).decode(text.substr(0, length));
  return is_space_only(decoded, MarkupSyntax::kPlain) ? length : 0;
}

std::string_view leading_space(std::string_view text, MarkupSyntax syntax) {
  size_t end = 0;
  while (end < text.size()) {
    const size_t length = space_length(text.substr(end), syntax);
    if (length == 0) break;
    end += length;
  }
  return text.substr(0, end);
}

std::string_view trailing_space(std::string_view text, MarkupSyntax syntax) {
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t length = space_length(text.substr(at), syntax);
    at += length > 0 ? length : unit_length(text.substr(at));
    if (length == 0) begin = at;
  }
  return text.substr(begin);
}

bool is_space_only(std::string_view text, MarkupSyntax syntax) {
  return leading_space(text, syntax).size() == text.size();
}

}  // namespace dragoman
