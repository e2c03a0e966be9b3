#include "translate/text_units.h"

#include <unicode/uchar.h>

#include <memory>

#include "io/ascii.h"

namespace dragoman {
namespace {

/// True if a sentence goes on at `at`, a boundary inside `text`, which a mark precedes.
bool goes_on_at(const icu::UnicodeString& text, int32_t at) {
  const char16_t mark = text[at - 1];
  if (mark == u'?' || mark == u'!')
    return is_ascii_alphanumeric(text[at]) || (at > 1 && is_ascii_alphanumeric(text[at - 2]));
  if (mark == u'」' || mark == u'』') return text[at] == u'と' || text.compare(at, 2, u"って") == 0;
  return false;
}

bool opens_bracket(char16_t unit) {
  return (U_GET_GC_MASK(static_cast<UChar32>(unit)) & (U_GC_PS_MASK | U_GC_PI_MASK)) != 0;
}

}  // namespace

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
  const auto next = [&] {
    return unit == TextUnit::kSentence ? next_sentence_end(*boundaries, unicode)
                                       : boundaries->next();
  };
  for (int32_t end = next(); end != icu::BreakIterator::DONE; begin = end, end = next())
    unicode.tempSubStringBetween(begin, end).toUTF8String(pieces.emplace_back());
  return pieces;
}

int32_t next_sentence_end(icu::BreakIterator& sentences, const icu::UnicodeString& text) {
  int32_t end = sentences.next();
  while (end != icu::BreakIterator::DONE && end < text.length() && goes_on_at(text, end))
    end = sentences.next();
  // Where no space is, Unicode's rules leave an opening bracket with the sentence before.
  while (end > 0 && end < text.length() && opens_bracket(text[end - 1])) --end;
  return end;
}

}  // namespace dragoman
