#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "markup/sentence.h"
#include "markup/text_tokens.h"

namespace dragoman {

/// The translation of a sentence's plain text.
struct PlainTranslation {
  std::string text;                        // valid UTF-8
  std::vector<TokenLink> links;            // between the tokens of text_tokens() in both texts
  std::vector<ByteSpan> required = {};     // bytes of the text that markup leaves as they are
  size_t prefix = 0;                       // number of bytes before which it puts no kept element
  std::vector<TokenLink> word_links = {};  // between the words of link_words() in both texts
};

/// A sentence and its translation, with their tokens.
struct TranslatedSentence {
  TranslatedSentence(const Sentence& of, const PlainTranslation& by)
      : sentence(of),
        translation(by),
        source(text_tokens(of.plain)),
        target(text_tokens(by.text)),
        spans(of.spans(source)) {}

  int32_t source_size() const { return static_cast<int32_t>(source.size()); }
  int32_t target_size() const { return static_cast<int32_t>(target.size()); }

  const Sentence& sentence;
  const PlainTranslation& translation;
  const std::vector<ByteSpan> source, target;  // tokens
  const std::vector<TagSpan> spans;            // of the sentence's tags, in `source`
};

}  // namespace dragoman
