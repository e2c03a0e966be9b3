#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Signs before a term, between it and its translation, and after that: `the⟦ cat⦀ Katze⟧ sat`.
/// They include no white space, so that the other tokens do not change.
constexpr std::array<const char*, 3> kTermSigns = {"\u27e6", "\u2980", "\u27e7"};

/// A term in a text, and the translation to insert beside it.
struct InlineTerm {
  size_t begin = 0;  // bytes
  size_t end = 0;
  std::string translation;
};

/// True if `text` already contains one of the signs.
bool has_term_sign(std::string_view text);

/// Returns `text` with translations inserted beside their terms. Terms must be in the order of the
/// text and must not overlap. White space before a term moves behind the first sign. At the
/// beginning of the text, a space is added there.
std::string with_inline_terms(std::string_view text, const std::vector<InlineTerm>& terms);

}  // namespace dragoman
