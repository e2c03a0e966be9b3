#include "translate/text_units.h"

#include <unicode/brkiter.h>
#include <unicode/unistr.h>

#include <memory>

namespace dragoman {

std::vector<std::string> cut_text(const std::string& text, TextUnit unit) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Locale& root = icu::Locale::getRoot();
  const std::unique_ptr<icu::BreakIterator> boundaries(
      unit == TextUnit::kSentence ? icu::BreakIterator::createSentenceInstance(root, status)
                                  : icu::BreakIterator::createWordInstance(root, status));
  if (U_FAILURE(status)) return {text};
  const icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(text);
  boundaries->setText(unicode);
  std::vector<std::string> pieces;
  int32_t begin = boundaries->first();
  for (int32_t end = boundaries->next(); end != icu::BreakIterator::DONE;
       begin = end, end = boundaries->next()) {
    unicode.tempSubStringBetween(begin, end).toUTF8String(pieces.emplace_back());
  }
  return pieces;
}

}  // namespace dragoman
