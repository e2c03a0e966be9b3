#include "alignment/word_forms.h"

#include <algorithm>
#include <array>

#include "tokenizer/unicode_text.h"

namespace dragoman {
namespace {

constexpr std::string_view kAsciiPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
constexpr std::array<std::string_view, 18> kQuotationMarks = {
    "„", "“", "”", "‚", "‘", "’", "«", "»", "‹", "›", "…", "–", "—", "¿", "¡", "。", "、", "，"};

/// Returns the size in bytes of the punctuation mark at the beginning of `text`; 0 if there is
/// none.
size_t mark_at_start(std::string_view text) {
  if (kAsciiPunctuation.find(text.front()) != std::string_view::npos) return 1;
  const auto found = std::find_if(kQuotationMarks.begin(), kQuotationMarks.end(),
                                  [&](std::string_view mark) { return text.starts_with(mark); });
  return found == kQuotationMarks.end() ? 0 : found->size();
}

size_t mark_at_end(std::string_view text) {
  if (kAsciiPunctuation.find(text.back()) != std::string_view::npos) return 1;
  const auto found = std::find_if(kQuotationMarks.begin(), kQuotationMarks.end(),
                                  [&](std::string_view mark) { return text.ends_with(mark); });
  return found == kQuotationMarks.end() ? 0 : found->size();
}

std::string_view without_marks(std::string_view word) {
  std::string_view core = word;
  while (!core.empty() && mark_at_start(core) > 0) core.remove_prefix(mark_at_start(core));
  while (!core.empty() && mark_at_end(core) > 0) core.remove_suffix(mark_at_end(core));
  return core.empty() ? word : core;
}

}  // namespace

std::string word_form(std::string_view word) { return to_lowercase(without_marks(word)); }

}  // namespace dragoman
