#include "markup/required_words.h"

#include "markup/span_symbols.h"

namespace dragoman {
namespace {

/// Sets `of_tokens` for the tokens that have bytes of one of the spans.
void mark(const std::vector<ByteSpan>& tokens, const std::vector<ByteSpan>& spans, bool value,
          std::vector<bool>& of_tokens) {
  for (const ByteSpan& span : spans) {
    const TagSpan found = tokens_with(tokens, span);
    for (int32_t i = found.begin; i < found.end; ++i) of_tokens[i] = value;
  }
}

}  // namespace

RequiredWords::RequiredWords(const TranslatedSentence& pair)
    : is_kept_(kept_tokens(pair.sentence, pair.spans, pair.source.size())),
      is_required_(pair.target.size()) {
  const PlainTranslation& translation = pair.translation;
  mark(pair.target, translation.required, true, is_required_);
  mark(pair.target, {{0, translation.prefix}}, true, is_required_);
  prefix_ = tokens_with(pair.target, {0, translation.prefix}).end;
  mark(pair.target, symbols_in(pair.sentence, translation.text), false, is_required_);
}

std::vector<TokenLink> RequiredWords::without_kept(std::vector<TokenLink> links) const {
  std::erase_if(links, [&](const TokenLink& link) { return joins_kept_and_required(link); });
  return links;
}

void RequiredWords::release_copies(const std::vector<TokenLink>& links) {
  for (const TokenLink& link : links) {
    if (joins_kept_and_required(link)) is_required_[static_cast<size_t>(link.target)] = false;
  }
}

}  // namespace dragoman
