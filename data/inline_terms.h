#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// What stands before a term, between it and its translation, and after that, as in
/// `the⟦ cat⦀ Katze⟧ sat`: without white space of their own, so that the other tokens stay.
constexpr std::array<const char*, 3> kTermSigns = {"\u27e6", "\u2980", "\u27e7"};

/// A term in a text, and the translation to write beside it.
struct InlineTerm {
  size_t begin = 0;  // bytes
  size_t end = 0;
  std::string translation;
};

/// True if `text` has one of the signs, whoever wrote it.
bool has_term_sign(std::string_view text);

/// `text` with the translations beside their terms, which are in the order of the text and do not
/// overlap. White space before a term comes after the sign, as
/// a space does at the beginning of the text.
std::string with_inline_terms(std::string_view text, const std::vector<InlineTerm>& terms);

}  // namespace dragoman
