#pragma once

#include <string_view>

#include "markup/piece.h"

namespace dragoman {

/// Returns the length of the character or reference at the beginning of `text` if it is white
/// space; else 0. `text` must not be empty.
size_t space_length(std::string_view text, MarkupSyntax syntax);

/// Returns the white space at the beginning of `text`: characters with Unicode's property
/// White_Space, such as no-break spaces, and references to them if the syntax has references.
std::string_view leading_space(std::string_view text, MarkupSyntax syntax);

/// Returns the white space at the end of `text`.
std::string_view trailing_space(std::string_view text, MarkupSyntax syntax);

/// True if `text` is empty or white space.
bool is_space_only(std::string_view text, MarkupSyntax syntax);

}  // namespace dragoman
