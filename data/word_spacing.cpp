#include "data/word_spacing.h"

#include <unicode/uchar.h>

#include "io/ascii.h"
#include "io/utf8.h"
#include "io/words.h"
#include "tokenizer/unicode_text.h"

namespace dragoman {
namespace {

/// Letters of a stretch. Text that was cut into words has 2 on average in Chinese and Japanese, and
/// 4 in Thai; whole Japanese titles of a program's help have 15.
constexpr int64_t kLettersOfStretch = 6;

}  // namespace

void WordSpacing::add(std::string_view line) {
  for (const std::string_view part : split_words(line)) {
    const int64_t before = unspaced_;
    for (size_t at = 0; at < part.size();) {
      const char32_t c = next_character(part, at);
      if (c < 0x80) {  // most of much text
        letters_ += is_ascii_letter(c) ? 1 : 0;
        continue;
      }
      if (!u_isalpha(static_cast<UChar32>(c))) continue;
      ++letters_;
      unspaced_ += is_letter_without_spaces(c) ? 1 : 0;
    }
    stretches_ += unspaced_ > before ? 1 : 0;
  }
}

bool WordSpacing::is_missing() const {
  return 2 * unspaced_ > letters_ && unspaced_ >= kLettersOfStretch * stretches_;
}

void PairSpacing::add(const SentencePair& pair) {
  source_.add(pair.source);
  target_.add(pair.target);
}

std::string PairSpacing::sides_without_spaces() const {
  if (source_.is_missing()) return target_.is_missing() ? "source and target are" : "the source is";
  return target_.is_missing() ? "the target is" : "";
}

}  // namespace dragoman
