#include "data/text_transformer.h"

#include <algorithm>

#include "io/random.h"

namespace dragoman {

TextTransformer::TextTransformer(const DataSettings& settings, std::vector<std::string> symbols)
    : augment_(settings.augment),
      source_language_(settings.source_language),
      target_language_(settings.target_language),
      symbols_(std::move(symbols)) {}

std::optional<SentencePair> TextTransformer::transform(const SentencePair& pair,
                                                       uint64_t key) const {
  const auto letter_case = draw_case(key);
  if (!letter_case) return std::nullopt;
  return SentencePair{change_case(pair.source, *letter_case, source_language_),
                      change_case(pair.target, *letter_case, target_language_), pair.links};
}

std::optional<LetterCase> TextTransformer::draw_case(uint64_t key) const {
  double rest = RandomSequence(key).uniform();
  const auto falls_into = [&](double share) {
    rest -= share;
    return rest < 0;
  };
  if (falls_into(augment_.upper)) return LetterCase::kUpper;
  if (falls_into(augment_.title)) return LetterCase::kTitle;
  if (falls_into(augment_.lower)) return LetterCase::kLower;
  return std::nullopt;
}

std::string TextTransformer::change_case(std::string_view text, LetterCase letter_case,
                                         const std::string& language) const {
  std::string changed;
  size_t done = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t symbol = symbol_length(text.substr(at));
    if (symbol > 0) {
      changed += in_case(text.substr(done, at - done), letter_case, language);
      changed += text.substr(at, symbol);
      done = at + symbol;
    }
    at += std::max<size_t>(symbol, 1);
  }
  return changed + in_case(text.substr(done), letter_case, language);
}

/// Returns the length in bytes of the longest symbol at the beginning of `text`; 0 if there is
/// none.
size_t TextTransformer::symbol_length(std::string_view text) const {
  size_t length = 0;
  for (const std::string& symbol : symbols_)
    if (symbol.size() > length && text.starts_with(symbol)) length = symbol.size();
  return length;
}

}  // namespace dragoman
