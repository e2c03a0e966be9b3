#pragma once

#include <map>
#include <string>

#include "markup/marked_text.h"
#include "markup/text_tokens.h"

namespace dragoman {

/// Words and their translations; other words stay unchanged.
using Dictionary = std::map<std::string, std::string>;

/// Translates a sentence word for word, and links each word with its translation.
inline PlainTranslation translate_words(const std::string& plain, const Dictionary& dictionary) {
  PlainTranslation translation;
  size_t done = 0;
  int32_t source = 0, target = 0;
  for (const ByteSpan& token : text_tokens(plain)) {
    const std::string word(token.of(plain));
    const auto found = dictionary.find(word);
    translation.text += plain.substr(done, token.begin - done);
    const std::string& translated = found == dictionary.end() ? word : found->second;
    translation.text += translated;
    translation.links.push_back({source++, target});
    target += static_cast<int32_t>(text_tokens(translated).size());
    done = token.end;
  }
  return translation;
}

/// Translates the sentences of a fragment word for word.
inline std::string translate_words(const std::string& text, const MarkupOptions& options,
                                   const Dictionary& dictionary) {
  const MarkedText marked(text, options);
  std::vector<PlainTranslation> translations;
  for (const std::string& plain : marked.plain())
    translations.push_back(translate_words(plain, dictionary));
  return marked.translated(translations);
}

}  // namespace dragoman
